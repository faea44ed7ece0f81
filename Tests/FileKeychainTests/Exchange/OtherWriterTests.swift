// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory
import Testing

/// Files of the second writer, read and changed by our code.
@Suite(
  "keychain files of the second writer",
  .enabled(if: SecondImplementation.isThere, "python3 and a libcrypto with Triple DES are needed"))
struct OtherWriterTests {
  private static let other = SecondImplementation.shared
  private static let versions = [0x100, 0x101, 0x200]

  @Test(
    "every entry is read as the second implementation reads it", arguments: OtherFiles.all, versions
  )
  func reading(_ description: OtherFiles.Description, _ version: Int) throws {
    let file = try Self.other.make(description.items, version: version)
    let ours = try KeychainDescription.of(file)
    let theirs = try Self.other.examine(file)
    #expect(ours.differences(from: theirs.dump) == [])
    let isFaulty = description.isFaulty
    let keys = try KeychainDescription.unlock(KeychainImage(decoding: file)).keys
    let findings = KeychainCheck(try KeychainImage(decoding: file), keys).findings
    #expect(findings.isEmpty != isFaulty, "\(findings)")
    #expect((theirs.fault == nil) != isFaulty)
  }

  @Test("a wrong password is refused by both")
  func wrongPassword() throws {
    let file = try Self.other.make([], version: 0x200)
    #expect(throws: BlobFailure.notAuthentic) {
      try KeychainDescription.unlock(KeychainImage(decoding: file), "other")
    }
    #expect(try Self.other.fault(of: file, password: "other")?.contains("may be wrong") == true)
  }

  /// Every kind of file in version 0x200, and some in version 0x100, which has less to write.
  private static let changed =
    OtherFiles.all.map { (description: $0, version: 0x200) }
    + OtherFiles.all.filter { ["access lists", "keys and certificates"].contains($0.name) }
    .map { (description: $0, version: 0x100) }

  @Test(
    "one change leaves a sound file, and the other tables byte for byte",
    arguments: changed)
  func changing(_ row: (description: OtherFiles.Description, version: Int)) throws {
    let (description, version) = row
    let file = try Self.other.make(description.items, version: version)
    let keychain = try KeychainDescription.unlock(KeychainImage(decoding: file))
    var changes = 0
    for change in Change.allCases {
      var editor = KeychainEditor(keychain, now: SmallKeychain.now, SystemRandomness())
      guard let tables = try change.apply(&editor) else { continue }
      changes += 1
      let bytes = try editor.draft.encode()
      // The rows of the schema are compared by the check.
      let items = tables.subtracting(0...3)
      let theirs = try Self.other.examine(bytes, items)
      let ours = try KeychainDescription.of(bytes, items)
      #expect(ours.differences(from: theirs.dump) == [], "\(change)")
      if !description.isFaulty { #expect(theirs.fault == nil, "\(change)") }
      let image = try KeychainImage(decoding: bytes)
      #expect(image.commit == keychain.image.commit + 1)
      for id in keychain.image.relations.keys where !tables.contains(id) {
        #expect(
          image.table(id)?.bytes == keychain.image.table(id)?.bytes, "\(change), table \(id)")
      }
    }
    #expect(changes >= 3)
  }
}

/// One change of a file of the second writer.
private enum Change: CaseIterable {
  case addPassword, addKey, addCertificate, updateAttributes, updateSecret, updateCertificate
  case setAccess, remove, removeKey, newPassword

  private static let meta: Set<UInt32> = [0, 1, 2]
  private static let passwords: Set<UInt32> = [Relation.genericPasswords.id, 0x11]

  /// Changes the file.
  ///
  /// - Returns: the tables that the change may touch; nil if the file has no such item.
  func apply(_ editor: inout KeychainEditor) throws -> Set<UInt32>? {
    switch self {
    case .addPassword, .addKey, .addCertificate: try add(&editor)
    case .updateAttributes, .updateSecret, .updateCertificate: try update(&editor)
    case .setAccess, .remove, .removeKey, .newPassword: try change(&editor)
    }
  }

  private func add(_ editor: inout KeychainEditor) throws -> Set<UInt32> {
    switch self {
    case .addPassword:
      var values = RecordValues(.genericPasswords)
      values[Relation.code("acct")] = .text("ours")
      values[Relation.printName] = .text("ours")
      _ = try editor.addPassword(
        values, secret: SecretBytes(copying: [1, 2, 3]),
        .standard(Array("ours".utf8), trusting: nil), PartitionList(["unsigned:"]))
      return Self.passwords
    case .addKey:
      let header = KeyHeader(
        .symmetric, algorithm: KeyHeader.Algorithm.aes, bits: 128, [.permanent, .extractable],
        .any)
      let key = KeychainEditor.NewKey(
        header, SecretBytes(copying: Array(0..<16)), printName: [0x6B], label: Array(50..<70))
      _ = try editor.addKey(key, .standard([0x6B], trusting: []), PartitionList(["apple:"]))
      return [0x11]
    default:
      var values = RecordValues(.certificates)
      values[Relation.code("snbr")] = .text("ours")
      values.set([.text("b@example.com"), .text("a@example.com")], for: Relation.code("alis"))
      _ = try editor.addCertificate([0x30, 0], values)
      let isThere = editor.keychain.image.relations[Relation.certificates.id] != nil
      return Set([Relation.certificates.id]).union(isThere ? [] : Self.meta)
    }
  }

  private func update(_ editor: inout KeychainEditor) throws -> Set<UInt32>? {
    let image = editor.keychain.image
    switch self {
    case .updateAttributes:
      guard let record = Self.password(image, isProtected: true) else { return nil }
      var values = try RecordValues(record)
      values[Relation.code("icmt")] = .text("changed")
      values[Relation.code("acct")] = .text("changed")
      #expect(try editor.updateAttributes(of: record, to: values))
      return Self.passwords
    case .updateSecret:
      guard let record = Self.password(image, isProtected: true) else { return nil }
      _ = try editor.updateSecret(
        of: record, to: SecretBytes(copying: []), RecordValues(record), PartitionList(["apple:"]))
      return Self.passwords
    default:
      guard let record = Self.first(in: Relation.certificates.id, image) else { return nil }
      var values = try RecordValues(record)
      values.set([.text("z@example.com"), .text("a@example.com")], for: Relation.code("alis"))
      #expect(try editor.updateObject(record, to: values))
      return [Relation.certificates.id]
    }
  }

  private func change(_ editor: inout KeychainEditor) throws -> Set<UInt32>? {
    let image = editor.keychain.image
    switch self {
    case .setAccess:
      guard let record = Self.password(image, isProtected: true),
        var access = try editor.keychain.access(of: record)
      else { return nil }
      access.partitions =
        editor.keychain.database.version.hasPartitions
        ? PartitionList(["teamid:1234"]) : nil
      access.entries.removeFirst()
      try editor.setAccess(access, of: record)
      return [0x11]
    case .remove:
      guard let record = Self.password(image, isProtected: nil) else { return nil }
      try editor.remove(record)
      return Self.passwords
    case .removeKey:
      guard let record = Self.first(in: Relation.privateKeys.id, image) else { return nil }
      try editor.remove(record)
      return [Relation.privateKeys.id]
    default:
      var database = editor.keychain.database
      database.timeout = 77
      database.locksOnSleep.toggle()
      try database.sign(editor.keychain.keys)
      try editor.write(database)
      return [Relation.database.id]
    }
  }

  private static func password(_ image: KeychainImage, isProtected: Bool?) -> FileRecord? {
    var found: FileRecord?
    image.forEach(in: Relation.genericPasswords.id) { result in
      guard found == nil, let record = try? result.get() else { return }
      let has = PasswordBlob(decoding: record.content) != nil
      if isProtected == nil || isProtected == has { found = record }
    }
    return found
  }

  private static func first(in table: UInt32, _ image: KeychainImage) -> FileRecord? {
    var found: FileRecord?
    image.forEach(in: table) { result in
      if found == nil { found = try? result.get() }
    }
    return found
  }
}
