// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory

/// A keychain file whose tables have only the attributes that the code needs.
///
/// A whole schema takes 16 KB. In a small file, each run of a fuzzer or of a loop over all bytes
/// spends its time on the items. The bytes are equal in every run.
struct SmallKeychain {
  static let password = SecretBytes(copying: Array("password".utf8))
  static let now = Instant(microseconds: 721_692_800_000_000)

  let bytes: [UInt8]
  let keys: KeychainKeys

  static let passwords = Relation(
    Relation.genericPasswords.id, "",
    [
      Relation.Attribute(Relation.code("cdat"), nil, .date),
      Relation.Attribute(Relation.code("mdat"), nil, .date),
      Relation.Attribute(Relation.code("type"), nil, .number),
      Relation.Attribute(Relation.printName, "PrintName", .blob, isNamed: true),
      Relation.Attribute(Relation.code("acct"), nil, .blob),
      Relation.Attribute(Relation.code("svce"), nil, .blob),
    ],
    [
      Relation.Index(0, isUnique: true, [Relation.code("acct"), Relation.code("svce")]),
      Relation.Index(3, [Relation.code("acct")]),
    ])

  static let symmetricKeys = keys(Relation.symmetricKeys.id)
  static let privateKeys = keys(Relation.privateKeys.id)
  static let publicKeys = keys(Relation.publicKeys.id)

  private static func keys(_ id: UInt32) -> Relation {
    Relation(
      id, "",
      [
        Relation.Attribute(KeyAttribute.keyClass, "KeyClass", .number),
        Relation.Attribute(KeyAttribute.label, "Label", .blob),
        Relation.Attribute(KeyAttribute.keyType, "KeyType", .number),
        Relation.Attribute(KeyAttribute.bits, "KeySizeInBits", .number),
      ], [Relation.Index(0, isUnique: true, [KeyAttribute.label])])
  }

  static let certificates = Relation(
    Relation.certificates.id, "",
    [
      Relation.Attribute(Relation.code("ctyp"), nil, .number),
      Relation.Attribute(Relation.code("alis"), nil, .blob),
      Relation.Attribute(Relation.code("issu"), nil, .blob),
    ],
    [
      Relation.Index(0, isUnique: true, [Relation.code("issu")]),
      Relation.Index(2, [Relation.code("alis")]),
    ])

  /// The kinds of items that a file has.
  enum Content: CaseIterable {
    case passwords, keys, certificates

    /// The tables of the file.
    var schema: [Relation] { [.database] + tables }

    var tables: [Relation] {
      switch self {
      case .passwords: [symmetricKeys, SmallKeychain.passwords]
      case .keys: [privateKeys, publicKeys]
      case .certificates: [SmallKeychain.certificates]
      }
    }
  }

  /// Makes a file of a version with password items, whose accounts are numbers.
  ///
  /// - Parameters:
  ///   - changed: true to remove the first item, so that its number is free.
  ///   - content: passwords; otherwise a key of each kind, or a certificate with mail addresses.
  init(
    _ version: BlobVersion, items: Int, changed: Bool = false, content: Content = .passwords
  ) throws {
    let random = SteadyRandomness()
    let image = try KeychainImage(decoding: Self.withoutItems(version, random, content.tables))
    var keychain = try Self.unlocked(image)
    if content != .passwords {
      var editor = KeychainEditor(keychain, now: Self.now, random)
      try Self.addObjects(&editor, content)
      keychain = try Self.unlocked(KeychainImage(decoding: editor.draft.encode()))
    }
    for item in 0..<items {
      var editor = KeychainEditor(keychain, now: Self.now, random)
      _ = try editor.addPassword(
        Self.values(item),
        secret: SecretBytes(copying: Array("secret \(item), of several blocks".utf8)),
        Self.access, PartitionList(["apple-tool:", "teamid:ABC"]))
      keychain = try Self.unlocked(KeychainImage(decoding: editor.draft.encode()))
    }
    if changed, let first = try keychain.image.record(0, in: Self.passwords.id) {
      var editor = KeychainEditor(keychain, now: Self.now, random)
      try editor.remove(first)
      keychain = try Self.unlocked(KeychainImage(decoding: editor.draft.encode()))
    }
    (bytes, keys) = (keychain.image.bytes, keychain.keys)
  }

  private static func addObjects(_ editor: inout KeychainEditor, _ content: Content) throws {
    guard content == .keys else { return try addCertificate(&editor) }
    let kinds: [(KeyBlob.Kind, UInt32)] = [
      (.privateKey, KeyHeader.Algorithm.ecdsa), (.publicKey, KeyHeader.Algorithm.ecdsa),
    ]
    for (place, (kind, algorithm)) in kinds.enumerated() {
      let header = KeyHeader(kind, algorithm: algorithm, bits: 128, [.permanent], [.any])
      let key = KeychainEditor.NewKey(
        header, SecretBytes(copying: [UInt8](repeating: 7, count: 16 + place)), printName: [],
        label: [UInt8](repeating: 9, count: 20))
      _ = try editor.addKey(key, access, PartitionList(["apple:"]))
    }
  }

  private static func addCertificate(_ editor: inout KeychainEditor) throws {
    var values = RecordValues(certificates)
    values.set([.text("a@b"), .text("c@d.example")], for: Relation.code("alis"))
    values[Relation.code("issu")] = .text("issuer")
    values[Relation.code("ctyp")] = .number(3)
    _ = try editor.addCertificate(Array("a certificate".utf8), values)
  }

  static let access = AccessList.standard(
    Array("item".utf8),
    trusting: [
      TrustedProgram(
        path: Array("/usr/bin/security".utf8),
        blobs: [
          TrustedProgram.Blob(
            magic: TrustedProgram.requirementMagic, content: [0, 0, 0, 1, 0, 0, 0, 3])
        ])
    ])

  static func values(_ item: Int) -> RecordValues {
    var values = RecordValues(passwords)
    values[Relation.code("acct")] = .text("account \(item)")
    values[Relation.code("svce")] = .text("service")
    values[Relation.code("type")] = .number(7)
    values[Relation.printName] = .text("item")
    return values
  }

  static let master = Result { () throws(BlobFailure) in
    try DatabaseBlob.master(of: password, salt: [UInt8](repeating: 5, count: 20))
  }

  static func unlocked(_ image: KeychainImage) throws -> UnlockedKeychain {
    let database = try image.database()
    return UnlockedKeychain(image, database, try database.keys(master: master.get()))
  }

  /// The head of a file, four meta tables without rows, and the counter.
  static let empty: [UInt8] = {
    var bytes = Array("kych".utf8)
    let tables = (0..<4).flatMap { [40, $0, 0, 32, 32, 29, 1, 0, 8, 0] as [UInt32] }
    let head: [UInt32] = [0x1_0000, 16, 20, 0, 184, 4, 24, 64, 104, 144]
    for atom in head + tables + [1] {
      for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: atom >> UInt32(shift))) }
    }
    return bytes
  }()

  private static func withoutItems(
    _ version: BlobVersion, _ random: SteadyRandomness, _ tables: [Relation]
  ) throws -> [UInt8] {
    let keys = KeychainKeys(
      encryption: try random.secret(count: 24), signing: try random.secret(count: 20))
    var blob = DatabaseBlob(version: version, signature: try random.bytes(count: 16))
    _ = try blob.seal(
      keys, password: password, salt: [UInt8](repeating: 5, count: 20),
      vector: try random.bytes(count: 8))
    var draft = FileDraft(try KeychainImage(decoding: empty))
    _ = try draft.insert(into: .database, [], content: blob.encode())
    for relation in tables {
      var values = RecordValues(relation)
      values.set([.bytes([])], for: KeyAttribute.label)
      _ = try draft.insert(into: relation, values.all, content: [])
    }
    let image = try KeychainImage(decoding: draft.encode())
    draft = FileDraft(image)
    for relation in tables {
      if let record = try image.record(0, in: relation.id) { try draft.remove(record) }
    }
    return try draft.encode()
  }
}

/// Random bytes that are equal in every run, but differ from call to call.
final class SteadyRandomness: RandomnessSource {
  private let count = Lock<UInt64>(0x9E37_79B9_7F4A_7C15)

  func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomnessError) {
    for place in bytes.indices {
      bytes[place] = count.withLock { state in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
      }
    }
  }
}
