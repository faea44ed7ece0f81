// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory
import Testing

/// Changes of items, and the parts that stay with an item
/// (Specification/file-keychain.md, "Generic item calls").
@Suite("changes of items of keychain files") struct ItemChangeTests {
  private let world: KeychainWorld
  private let keychain: Keychain

  init() throws {
    world = try KeychainWorld()
    keychain = try world.create("work.keychain")
  }

  private static func values(_ service: String, _ account: String = "me") -> RecordValues {
    var values = RecordValues(.genericPasswords)
    values[Relation.code("svce")] = .text(service)
    values[Relation.code("acct")] = .text(account)
    return values
  }

  private static func called(_ service: String) -> [RecordTerm] {
    [RecordTerm(Relation.code("svce"), .text(service))]
  }

  /// The item of a service, as another program has it.
  private func item(_ service: String, of program: String) throws -> KeychainItem {
    try #require(
      try world.file("work.keychain", of: program)
        .items(in: .genericPasswords, where: Self.called(service)).first)
  }

  private func code(_ body: () throws -> Void) -> Int32? {
    do {
      try body()
      return 0
    } catch let error as KeychainError {
      return error.code.rawValue
    } catch {
      return nil
    }
  }

  private func extended() throws -> Int {
    let image = try keychain.image()
    return image.records(in: .extendedAttributes, []).count
  }

  @Test("extended attributes stay with a new secret and with new unique attributes")
  func extendedAttributes() throws {
    let item = try keychain.addPassword(Self.values("mail"), secret: .text("1"))
    let other = try keychain.addPassword(Self.values("other"), secret: .text("2"))
    let (name, value) = (Array("name".utf8), Array("value".utf8))
    try item.setExtended(name, value)
    try item.setExtended(Array("second".utf8), [2])
    try other.setExtended(name, [9])
    try item.update(try item.values(), secret: .text("new"))
    #expect(try item.extended(name) == value)

    var values = try item.values()
    values[Relation.code("svce")] = .text("moved")
    try item.update(values)
    #expect(try item.extended(name) == value)
    values[Relation.code("acct")] = .text("you")
    try item.update(values, secret: .text("newer"))
    #expect(try self.item("moved", of: "two").extended(name) == value)
    #expect(try item.extended(Array("second".utf8)) == [2])
    #expect(try other.extended(name) == [9])
    #expect(try item.secret().text == "newer")
    #expect(try extended() == 3)

    // Only deleting an item deletes its extended attributes.
    try item.remove()
    #expect(try extended() == 1)
  }

  @Test("extended attributes that a deleted item left behind give way")
  func left() throws {
    let name = Array("name".utf8)
    let gone = try keychain.addPassword(Self.values("gone"), secret: .text("1"))
    try gone.setExtended(name, [1])
    // Another program removes the item alone.
    var draft = FileDraft(try keychain.image())
    try draft.remove(
      try #require(try keychain.image().records(in: .genericPasswords, []).first))
    try draft.encode().write(to: keychain.path)
    let item = try keychain.addPassword(Self.values("mail"), secret: .text("2"))
    try item.setExtended(name, [2])
    var values = try item.values()
    values[Relation.code("svce")] = .text("gone")
    try item.update(values)
    #expect(try item.extended(name) == [2])
    #expect(try extended() == 1)
  }

  @Test("a change of attributes needs the partition; a new secret and deleting do not")
  func partition() throws {
    let item = try keychain.addPassword(Self.values("mail"), secret: .text("secret"))
    let tool = try self.item("mail", of: "security")
    var values = try tool.values()
    values[Relation.code("icmt")] = .text("a comment")
    let changed = values
    #expect(code { try tool.update(changed) } == -25293)
    // An update without a change is not refused.
    try tool.update(try tool.values())
    #expect(try item.values()[Relation.code("icmt")] == nil)
    #expect(world.person.asked == [])
    try tool.update(changed, secret: .text("new"))
    #expect(code { try item.update(try self.item("mail", of: "one").values()) } == 0)
    values[Relation.code("icmt")] = .text("another")
    let again = values
    #expect(code { try item.update(again) } == -25293)
    try item.remove()
  }

  @Test("outside the user's folder each program may change attributes")
  func plain() throws {
    let path = world.directory + "/plain.keychain"
    _ = try world.create(path).addPassword(Self.values("mail"), secret: .text("secret"))
    let item = try #require(
      try world.file(path, of: "security").items(in: .genericPasswords).first)
    var values = try item.values()
    values[Relation.code("icmt")] = .text("a comment")
    try item.update(values)
    #expect(try item.values()[Relation.code("icmt")] == .text("a comment"))
  }

  @Test("an entry for partitions that cannot be read stays closed, and stays")
  func unreadable() throws {
    let everybody = AccessList.standard(Array("mail".utf8), trusting: nil)
    let item = try keychain.addPassword(Self.values("mail"), secret: .text("secret"), everybody)
    var access = try #require(try item.access())
    access.entries.removeAll { $0.tag == AccessList.partitionTag }
    let strange = AccessList.Entry(.any, [.partitionList], tag: AccessList.partitionTag)
    access.entries.append(strange)
    try item.set(access, password: .text("password"))
    // The gate is closed, and the first program that comes does not replace the entry.
    #expect(code { _ = try item.secret() } == -25308)
    world.person.will(.allowed(.text("password"), always: false))
    #expect(try item.secret().text == "secret")
    #expect(try item.access()?.entries.contains(strange) == true)
    // An edit without the password keeps it.
    world.person.will(
      .allowed(.text("password"), always: false), .allowed(.text("password"), always: false))
    try item.set(everybody)
    #expect(try item.access()?.entries.contains(strange) == true)
    #expect(try item.access()?.integrity != nil)
  }

  @Test("an attribute above the limit, of another program, stays; a new one is refused")
  func largeAttributes() throws {
    let comment = Relation.code("icmt")
    let large = FileValue.bytes([UInt8](repeating: 1, count: RequestValue.mostAttributeBytes + 1))
    var writer = try OwnWriter(.partitioned)
    try writer.add(.genericPasswords, ["svce": .text("large"), "icmt": large], secret: [1])
    try writer.bytes.write(to: keychain.path)
    try keychain.unlock(.text(SecondImplementation.password))
    let item = try #require(try keychain.items(in: .genericPasswords).first)
    try item.update(secret: .text("new")) { $0[Relation.code("acct")] = .text("you") }
    #expect(try item.values()[comment] == large)
    for value in [FileValue.bytes([UInt8](repeating: 2, count: 2 << 20)), .text("short"), large] {
      let status = code { try item.update { $0[comment] = value } }
      #expect(status == (value == .text("short") ? 0 : -25302))
    }
    #expect(try item.values()[comment] == .text("short"))
    let (name, long) = (Array("name".utf8), large.content)
    #expect(code { try item.setExtended(name, long) } == -25302)
    var values = Self.values("other")
    values[comment] = large
    #expect(code { _ = try keychain.addPassword(values, secret: .text("1")) } == -25302)
  }

  @Test("a damaged item does not hide a sound one, however few are wanted")
  func damagedFirst() throws {
    for account in ["1", "2", "3"] {
      _ = try keychain.addPassword(Self.values("mail", account), secret: .text("secret"))
    }
    var bytes = try keychain.image().bytes
    let first = try #require(try keychain.image().records(in: .genericPasswords, []).first)
    // The account is the first attribute after the thirteen that all passwords have.
    let starts = FileSurgery.tableStarts(bytes)
    let table = try #require(starts.first { FileSurgery.atom(bytes, $0 + 4) == 0x8000_0000 })
    let record = table + FileSurgery.atom(bytes, table + 28 + 4 * Int(first.number))
    FileSurgery.set(&bytes, record + 24 + 4 * 13, to: 0x7FFF_FFF1)
    try bytes.write(to: keychain.path)
    for limit in [1, 2, .max] {
      let found = try keychain.items(
        in: .genericPasswords, where: Self.called("mail"), limit: limit)
      #expect(found.count == min(limit, 2), "limit \(limit)")
    }
  }

  @Test("an index that names one of two items hides neither")
  func damagedIndex() throws {
    for account in ["1", "2"] {
      _ = try keychain.addPassword(Self.values("mail", account), secret: .text("secret"))
    }
    var bytes = try keychain.image().bytes
    // The last keys of the table are those of the index of services.
    let mark: [UInt8] = [0, 0, 0, 4] + Array("mail".utf8)
    let starts = FileSurgery.boundaries(bytes)
    let place = try #require(
      starts.indices.first { FileSurgery.atom(bytes, starts[$0] + 4) == 0x8000_0000 })
    let end = starts[place + 1]
    #expect(Array(bytes[end - 8..<end]) == mark)
    bytes[end - 1] = UInt8(ascii: "x")
    try bytes.write(to: keychain.path)
    #expect(try keychain.items(in: .genericPasswords, where: Self.called("mail")).count == 2)
  }
}

extension KeychainItem {
  /// Replaces all attributes, and the secret if one is given.
  @discardableResult
  fileprivate func update(
    _ values: RecordValues, secret: SecretBytes? = nil
  ) throws(KeychainError) -> Bool {
    try update(secret: secret) { $0 = values }
  }
}
