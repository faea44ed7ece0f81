// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory

/// Reads everything that a keychain file says: schema, records, attributes, secrets, access lists.
///
/// The meta tables are read as the schema that they describe.
/// Damage is counted, and nothing of it may stop the program.
struct WholeReading {
  /// The bytes of everything that was read.
  private(set) var content: [UInt8] = []
  private(set) var records = 0
  private(set) var refused = 0

  init(_ image: KeychainImage, _ keychain: UnlockedKeychain?) {
    for id in image.relations.keys.sorted() {
      if id <= 3 { continue }
      image.forEach(in: id) { result in
        guard let record = try? result.get() else {
          refused += 1
          return
        }
        records += 1
        read(record, keychain)
      }
    }
  }

  private mutating func read(_ record: FileRecord, _ keychain: UnlockedKeychain?) {
    content.append(UInt8(truncatingIfNeeded: record.number))
    if let values = try? RecordValues(record) {
      content += values.primaryKey
      for value in values.all.joined() { content += value.content }
    } else {
      refused += 1
    }
    content.append(record.isGroupKey ? 1 : 0)
    if record.isKey, let blob = try? KeyBlob(decoding: record.content) {
      content += blob.encode()[24..<116]
    }
    guard let keychain else { return }
    do throws(EditFailure) {
      if let access = try keychain.access(of: record) {
        content += access.encode()
        content += access.partitions?.encode() ?? []
      }
    } catch {
      refused += 1
    }
    do throws(EditFailure) {
      let secret = try Self.secret(record, keychain)
      secret.withBytes { bytes in for place in bytes.indices { content.append(bytes[place]) } }
    } catch {
      refused += 1
    }
  }

  private static func secret(
    _ record: FileRecord, _ keychain: UnlockedKeychain
  ) throws(EditFailure) -> SecretBytes {
    guard record.isKey else { return try keychain.secret(of: record) }
    guard record.isGroupKey else { return try keychain.key(of: record) }
    // The access list of a group key has the digest of the item.
    let blob = try keychain.keyBlob(of: record)
    do throws(BlobFailure) {
      return try blob.key(under: keychain.keys)
    } catch {
      throw .blob(error)
    }
  }

  /// The number of kinds of changes.
  static let kinds = 12

  /// Tries kinds of changes of a file.
  ///
  /// - Parameter kind: the number of one kind; nil for all.
  /// - Returns: the bytes of each changed file; a change that is refused is left out.
  static func changes(_ keychain: UnlockedKeychain, kind: Int? = nil) -> [[UInt8]] {
    let random = SteadyRandomness()
    let editor = KeychainEditor(keychain, now: SmallKeychain.now, random)
    var drafts: [[UInt8]] = []
    var number = 0
    func attempt(_ change: (inout KeychainEditor) throws -> Void) {
      defer { number += 1 }
      guard kind.map({ $0 == number }) ?? true else { return }
      var editor = editor
      if (try? change(&editor)) != nil, let bytes = try? editor.draft.encode() {
        drafts.append(bytes)
      }
    }
    attempt {
      _ = try $0.addPassword(
        SmallKeychain.values(99), secret: SecretBytes(copying: [1]), SmallKeychain.access,
        PartitionList(["unsigned:"]))
    }
    attempt { try $0.write(keychain.database) }
    for (place, table) in [Relation.genericPasswords.id, Relation.symmetricKeys.id].enumerated() {
      number = 2 + 5 * place
      guard let record = first(in: table, keychain.image) else { continue }
      attempt { try $0.remove(record) }
      attempt { try $0.setAccess(SmallKeychain.access, of: record) }
      guard var values = try? RecordValues(record) else { continue }
      values[Relation.printName] = .text("another name")
      values[Relation.code("acct")] = .text("another account")
      values[KeyAttribute.label] = .text("another label")
      attempt { _ = try $0.updateAttributes(of: record, to: values) }
      attempt { _ = try $0.updateObject(record, to: values) }
      attempt {
        _ = try $0.updateSecret(
          of: record, to: SecretBytes(copying: [2, 3]), values, PartitionList(["unsigned:"]))
      }
    }
    return drafts
  }

  private static func first(in table: UInt32, _ image: KeychainImage) -> FileRecord? {
    var found: FileRecord?
    image.forEach(in: table) { result in
      if found == nil { found = try? result.get() }
    }
    return found
  }
}
