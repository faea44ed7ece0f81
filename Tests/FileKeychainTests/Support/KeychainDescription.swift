// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory

/// Describes a keychain file, as our code reads it, in the form of the second implementation
/// (Tests/Keychains/keychain_dump.py).
struct KeychainDescription {
  private let keychain: UnlockedKeychain
  private let tables: Set<UInt32>?
  private var image: KeychainImage { keychain.image }

  /// Unlocks a file and describes it.
  ///
  /// - Parameter tables: the tables to describe; nil for all.
  static func of(_ bytes: [UInt8], _ tables: Set<UInt32>? = nil) throws -> JSONValue {
    let keychain = try unlock(KeychainImage(decoding: bytes))
    return KeychainDescription(keychain: keychain, tables: tables).whole()
  }

  static func unlock(
    _ image: KeychainImage, _ password: String = SecondImplementation.password
  ) throws -> UnlockedKeychain {
    let database = try image.database()
    let master = try database.master(of: SecretBytes(copying: Array(password.utf8)))
    return UnlockedKeychain(image, database, try database.keys(master: master))
  }

  static func hex(_ bytes: some Sequence<UInt8>) -> JSONValue {
    .text(HexText.lowerCase(Array(bytes)))
  }

  static func hex(_ secret: SecretBytes) -> JSONValue {
    hex(secret.withBytes { span in span.indices.map { span[$0] } })
  }

  private func whole() -> JSONValue {
    let database = keychain.database
    let access = try? AccessList(decoding: database.access)
    return [
      "version": .number(Int(database.version.rawValue)),
      "commitCounter": .number(Int(image.commit)),
      "signature": Self.hex(database.signature), "sequence": .number(Int(database.sequence)),
      "idleTimeout": .number(Int(database.timeout)),
      "lockOnSleep": .boolean(database.locksOnSleep), "salt": Self.hex(database.salt),
      "acl": access.map(AccessDescription.of) ?? "unreadable", "macValid": true,
      "encryptionKey": Self.hex(keychain.keys.encryption),
      "signingKey": Self.hex(keychain.keys.signing),
      "tables": .list(
        image.relations.keys.filter { tables?.contains($0) ?? true }.sorted().map(table)),
    ]
  }

  private func table(_ id: UInt32) -> JSONValue {
    var records: [JSONValue] = []
    image.forEach(in: id) { result in
      switch result {
      case .success(let record): records.append(describe(record))
      case .failure(let damage): records.append(.text("\(damage.reason)"))
      }
    }
    return [
      "id": .number(Int(id)), "name": .text(image.relations[id]?.name ?? ""),
      "records": .list(records),
    ]
  }

  private func describe(_ record: FileRecord) -> JSONValue {
    guard let values = try? RecordValues(record) else { return "unreadable" }
    var result: [String: JSONValue] = [
      "number": .number(Int(record.number)),
      "createVersion": .number(Int(record.createVersion)),
      "recordVersion": .number(Int(record.version)),
      "attributes": attributes(values),
    ]
    if record.relation.unique != nil { result["primaryKey"] = Self.hex(values.primaryKey) }
    if record.isKey, let blob = try? KeyBlob(decoding: record.content) {
      result["keyHeader"] = header(blob)
      result["isGroupKey"] = .boolean(record.isGroupKey)
    }
    guard record.isKey || Self.passwords.contains(record.relation.id) else {
      result["data"] = Self.hex(record.content)
      return .object(result)
    }
    result.merge(access(of: record, values)) { $1 }
    result.merge(secret(of: record)) { $1 }
    return .object(result)
  }

  private static let passwords = [
    Relation.genericPasswords.id, Relation.internetPasswords.id, Relation.serverPasswords.id,
  ]

  private func attributes(_ values: RecordValues) -> JSONValue {
    var result: [String: JSONValue] = [:]
    for (attribute, values) in zip(values.relation.attributes, values.all) {
      let several = values.map { value -> JSONValue in
        switch value {
        case .number(let number): .number(Int(number))
        case .signed(let number): .number(Int(number))
        case .bytes(let bytes): Self.hex(bytes)
        case .numbers(let numbers): .list(numbers.map { .number(Int($0)) })
        }
      }
      let id = (0..<4).map { UInt8(truncatingIfNeeded: attribute.id >> (24 - 8 * $0)) }
      result[attribute.name ?? String(decoding: id, as: UTF8.self)] =
        several.isEmpty ? .null : several.count == 1 ? several[0] : .list(several)
    }
    return .object(result)
  }

  /// The header of a key, and the numbers of its wrapping, which the code only carries along.
  private func header(_ blob: KeyBlob) -> JSONValue {
    let bytes = blob.encode()
    func atom(_ offset: Int) -> JSONValue {
      .number(bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) })
    }
    return [
      "algorithm": .number(Int(blob.header.algorithm)),
      "keyClass": .number(Int(blob.header.kind.rawValue)),
      "bits": .number(Int(blob.header.bits)),
      "attributes": .number(Int(blob.header.attributes.rawValue)),
      "usage": .number(Int(blob.header.uses.rawValue)),
      "blobVersion": .number(Int(blob.version.rawValue)), "clear": .boolean(blob.isClear),
      "startDate": Self.hex(bytes[72..<80]), "endDate": Self.hex(bytes[80..<88]),
      "iv": Self.hex(bytes[16..<24]), "blobType": atom(100), "blobFormat": atom(104),
      "wrapAlgorithm": atom(108), "wrapMode": atom(112),
    ]
  }

  private func access(of record: FileRecord, _ values: RecordValues) -> [String: JSONValue] {
    guard let access = try? keychain.access(of: record) else { return [:] }
    let stored = access.integrity
    let computed = (try? IntegrityDigest.of(values.all, values.relation)) ?? []
    return [
      "acl": AccessDescription.of(access),
      "partitions": access.partitions.map { .list($0.identifiers.map { .text($0) }) } ?? .null,
      "integrity": [
        "stored": stored.map { Self.hex($0) } ?? .null, "computed": Self.hex(computed),
        "equal": .boolean(stored == computed),
      ],
    ]
  }

  private func secret(of record: FileRecord) -> [String: JSONValue] {
    do throws(EditFailure) {
      guard record.isKey else {
        let secret = try keychain.secret(of: record)
        let isProtected = PasswordBlob(decoding: record.content) != nil
        return isProtected
          ? ["secret": Self.hex(secret), "macValid": true] : ["secret": Self.hex(secret)]
      }
      let blob = try keychain.keyBlob(of: record)
      let key =
        record.isGroupKey
        ? try? blob.key(under: keychain.keys) : try keychain.key(of: record)
      return [
        "macValid": blob.isClear ? .null : true, "secret": key.map { Self.hex($0) } ?? .null,
      ]
    } catch .wrongDigest {
      return ["macValid": true, "secret": "refused: wrong digest"]
    } catch {
      return ["secret": .text("\(error)")]
    }
  }
}
