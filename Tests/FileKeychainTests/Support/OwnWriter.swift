// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory

/// Makes keychain files with our writer, one transaction after the other.
struct OwnWriter {
  static let now = Instant(microseconds: 721_692_800_000_000)
  static let date = "20231114221320Z\0"

  private(set) var keychain: UnlockedKeychain
  var image: KeychainImage { keychain.image }
  var bytes: [UInt8] { keychain.image.bytes }

  init(
    _ version: BlobVersion, password: String = SecondImplementation.password,
    timeout: UInt32 = 300, locksOnSleep: Bool = true
  ) throws {
    let made = try NewKeychain.make(
      version: version, password: SecretBytes(copying: Array(password.utf8)), timeout: timeout,
      locksOnSleep: locksOnSleep, SystemRandomness())
    keychain = try KeychainDescription.unlock(KeychainImage(decoding: made.bytes), password)
  }

  /// Runs one transaction.
  @discardableResult
  mutating func edit<R>(_ change: (inout KeychainEditor) throws -> R) throws -> R {
    var editor = KeychainEditor(keychain, now: Self.now, SystemRandomness())
    let result = try change(&editor)
    let image = try KeychainImage(decoding: editor.draft.encode())
    keychain = UnlockedKeychain(image, try image.database(), keychain.keys)
    return result
  }

  /// Adds a password item with attributes that are given by their codes.
  @discardableResult
  mutating func add(
    _ relation: Relation, _ attributes: [String: FileValue], secret: [UInt8],
    _ access: AccessList = .standard(Array("item".utf8), trusting: []),
    partitions: [String] = ["apple-tool:"]
  ) throws -> UInt32 {
    var values = RecordValues(relation)
    for (name, value) in attributes {
      let id = Self.named[name] ?? Relation.code(name)
      values[id] = value
    }
    return try edit {
      try $0.addPassword(
        values, secret: SecretBytes(copying: secret), access, PartitionList(partitions))
    }
  }

  func record(_ number: UInt32, _ relation: Relation) throws -> FileRecord? {
    try image.record(number, in: relation.id)
  }

  private static let named = ["PrintName": Relation.printName, "Alias": Relation.alias]
}
