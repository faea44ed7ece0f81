// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory
import Testing

/// Items of keychains, and the programs that may have them
/// (Specification/file-keychain.md, "Access evaluation, partitions, prompts").
@Suite("items of keychain files") struct KeychainItemTests {
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
    guard case .file(let keychain) = world.keychains(of: program).member(named: "work.keychain")
    else { throw KeychainError(.internalError, "no file") }
    return try #require(
      try keychain.items(in: .genericPasswords, where: Self.called(service)).first)
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

  @Test("a persistent reference is read again; other bytes are none")
  func references() throws {
    let item = try keychain.addPassword(Self.values("mail"), secret: .text("secret"))
    let bytes = FileReference(item).encode(world.places)
    #expect(FileReference(decoding: bytes)?.primaryKey == item.primaryKey)
    #expect(FileReference(decoding: bytes + bytes) == nil)
    #expect(FileReference(decoding: Array(bytes.dropLast())) == nil)
    // The key of a password is no item: its reference would take the password's secret along.
    let group = try #require(try keychain.image().records(in: .symmetricKeys, []).first)
    let hidden = try RecordValues(group).primaryKey
    #expect(code { _ = try keychain.item(hidden) } == -25300)
    // The number of pairs is limited, as a hostile reference could have millions without content.
    for count in [UInt8(1), 100] {
      let pairs = (0..<count).flatMap { number -> [UInt8] in [number, 0, 0, 0, 0, 0, 0, 0] }
      #expect((FileReference(decoding: bytes + pairs) == nil) == (count == 100))
    }
  }

  @Test("an item is added, found while locked, read, changed and deleted")
  func life() throws {
    let added = try keychain.addPassword(Self.values("mail"), secret: .text("secret"))
    #expect(
      code { _ = try keychain.addPassword(Self.values("mail"), secret: .text("x")) } == -25299)
    try keychain.lock()
    let found = try #require(
      try keychain.items(in: .genericPasswords, where: Self.called("mail")).first)
    #expect(try found.values()[Relation.printName] == .text("mail"))
    #expect(code { _ = try found.secret() } == -25308)
    try keychain.unlock(.text("password"))
    #expect(try found.secret().text == "secret")

    #expect(try found.update { $0[Relation.code("icmt")] = .text("a comment") })
    #expect(try !found.update { $0[Relation.code("icmt")] = .text("a comment") })
    #expect(try added.values()[Relation.code("icmt")] == .text("a comment"))
    #expect(try added.secret().text == "secret")
    try added.update(secret: .text("another")) { _ in }
    #expect(try found.secret().text == "another")

    try keychain.lock()
    try found.remove()
    #expect(try keychain.items(in: .genericPasswords).isEmpty)
    #expect(try keychain.items(in: .symmetricKeys).isEmpty)
    #expect(code { _ = try added.values() } == -25304)
  }

  @Test("an item cannot take the unique attributes of another")
  func collision() throws {
    let one = try keychain.addPassword(Self.values("one"), secret: .text("1"))
    _ = try keychain.addPassword(Self.values("two"), secret: .text("2"))
    func rename(_ values: inout RecordValues) { values[Relation.code("svce")] = .text("two") }
    #expect(code { try one.update(rename) } == -25299)
    #expect(code { try one.update(secret: .text("x"), rename) } == -25299)
    #expect(try one.secret().text == "1")
  }

  @Test("a program that the list does not trust asks the user: each answer")
  func entries() throws {
    _ = try keychain.addPassword(Self.values("mail"), secret: .text("secret"))
    let item = try item("mail", of: "two")
    #expect(code { _ = try item.secret() } == -25308)
    world.person.will(.denied)
    #expect(code { _ = try item.secret() } == -128)
    // The password of the keychain is part of the answer; a wrong one asks again.
    world.person.will(
      .allowed(.text("no"), always: false), .allowed(.text("password"), always: false))
    #expect(try item.secret().text == "secret")
    #expect(code { _ = try item.secret() } == -25308)
    world.person.will(.allowed(.text("password"), always: true))
    #expect(try item.secret().text == "secret")
    #expect(try item.secret().text == "secret")
    #expect(world.person.asked.allSatisfy { $0 == "decrypt mail in work for two" })
    #expect(world.person.asked.count == 6)
  }

  @Test("the partition list is a gate of its own, and everybody's list does not open it")
  func partitions() throws {
    let everybody = AccessList.standard(Array("mail".utf8), trusting: nil)
    _ = try keychain.addPassword(Self.values("mail"), secret: .text("secret"), everybody)
    let tool = try item("mail", of: "security")
    #expect(code { _ = try tool.secret() } == -25308)
    world.person.will(.allowed(.text("password"), always: true))
    #expect(try tool.secret().text == "secret")
    #expect(try tool.access()?.partitions == PartitionList(["unsigned:", "apple-tool:"]))
    // Rewriting the secret makes the writer's partition the only one.
    try tool.update(secret: .text("new")) { _ in }
    #expect(try tool.access()?.partitions == PartitionList(["apple-tool:"]))
    #expect(code { _ = try item("mail", of: "two").secret() } == -25308)
  }

  @Test("outside the user's folder there are no partitions")
  func plain() throws {
    let path = world.directory + "/plain.keychain"
    let plain = try world.create(path)
    #expect(plain.path == path)
    let everybody = AccessList.standard(Array("mail".utf8), trusting: nil)
    _ = try plain.addPassword(Self.values("mail"), secret: .text("secret"), everybody)
    let other = try world.file(path, of: "security")
    let item = try #require(try other.items(in: .genericPasswords).first)
    #expect(try item.secret().text == "secret")
    #expect(try item.access()?.integrity == nil)
  }

  @Test("the access list changes with the password, and its partitions only then")
  func access() throws {
    let item = try keychain.addPassword(Self.values("mail"), secret: .text("secret"))
    var access = try #require(try item.access())
    access.partitions = PartitionList(["apple:", "apple-tool:"])
    #expect(code { try item.set(access) } == -25308)
    #expect(code { try item.set(access, password: .text("no")) } == -25293)
    try item.set(access, password: .text("password"))
    #expect(try item.access()?.partitions == PartitionList(["apple:", "apple-tool:"]))
    // The owner's entry asks, and so does the partition list, which lacks this program now.
    world.person.will(
      .allowed(.text("password"), always: false), .allowed(.text("password"), always: false))
    access.partitions = nil
    try item.set(access)
    #expect(try item.access()?.partitions == PartitionList(["apple:", "apple-tool:"]))
  }

  @Test("an item whose attributes were changed without its key is refused, and can be replaced")
  func damaged() throws {
    _ = try keychain.addPassword(Self.values("mail"), secret: .text("secret"))
    var bytes = try keychain.image().bytes
    let mark = Array("mail".utf8)
    // Only the values of the record itself: the index and the access list come after it.
    let places = bytes.indices.filter { bytes[$0...].starts(with: mark) }
    for place in places { bytes[place] = UInt8(ascii: "M") }
    try bytes.write(to: keychain.path)
    let item = try #require(
      try keychain.items(in: .genericPasswords, where: Self.called("Mail")).first)
    #expect(code { _ = try item.secret() } == -25304)
    _ = try keychain.addPassword(Self.values("Mail"), secret: .text("new"))
    #expect(
      try keychain.items(in: .genericPasswords, where: Self.called("Mail")).first?.secret().text
        == "new")
  }
}
