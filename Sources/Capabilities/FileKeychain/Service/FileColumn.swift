// SPDX-License-Identifier: Apache-2.0 (table)
import CryptoObjects
import KeychainRequests
import KeychainTypes

/// An attribute of `SecItem` dictionaries, with the attribute of a file's table that stores it.
///
/// The attribute of the table is called the column here (Specification/keychain-file-format.md,
/// "Attribute lists"). An attribute of a dictionary without a column in the item's table is ignored
/// in keychain files (Specification/file-keychain.md, "SecItem on file keychains").
struct FileColumn: Sendable {
  /// The form of a column's values in the file, which determines their conversion for dictionaries.
  enum Kind: Sendable {
    /// Bytes in the file, which are text in UTF-8.
    case text
    case data
    /// An unsigned number; a four-character code is a number in dictionaries too.
    case number
    case signed
    /// A Boolean, which the file has as the signed number 0 or 1.
    case flag
    /// A four-character code: a number in the file, and text in dictionaries.
    case code
    /// A four-character code: four bytes in the file, highest byte first, and text in dictionaries.
    case codeInBlob
    case date
    /// A distinguished name in DER, with its tag and length.
    case name
    /// The class of a key: the number of the key's table in the file, and 0, 1 or 2 in
    /// dictionaries.
    case keyClass
    /// A permitted use or another property of a key: 1 for true, 0 for false.
    case keyFlag
  }

  let attribute: Attribute
  let id: UInt32
  let kind: Kind

  private init(_ attribute: Attribute, _ id: UInt32, _ kind: Kind) {
    (self.attribute, self.id, self.kind) = (attribute, id, kind)
  }

  private init(_ attribute: Attribute, _ column: String, _ kind: Kind) {
    self.init(attribute, Relation.code(column), kind)
  }

  /// Returns the attributes of dictionaries that have a column in a table of keychain files.
  ///
  /// Empty for a table whose records are no items for `SecItem`.
  ///
  /// - Parameter relation: the number of the table.
  static func all(of relation: UInt32) -> [FileColumn] {
    switch relation {
    case Relation.genericPasswords.id: genericPassword
    case Relation.internetPasswords.id: internetPassword
    case Relation.certificates.id: certificate
    case Relation.publicKeys.id, Relation.privateKeys.id, Relation.symmetricKeys.id: key
    default: []
    }
  }

  // swift-format-ignore
  private static let password: [FileColumn] = [
    FileColumn(.creationDate,     "cdat",             .date),
    FileColumn(.modificationDate, "mdat",             .date),
    FileColumn(.itemDescription,  "desc",             .text),
    FileColumn(.comment,          "icmt",             .text),
    FileColumn(.creator,          "crtr",             .number),
    FileColumn(.type,             "type",             .number),
    FileColumn(.scriptCode,       "scrp",             .signed),
    FileColumn(.label,            Relation.printName, .text),
    FileColumn(.alias,            Relation.alias,     .data),
    FileColumn(.isInvisible,      "invi",             .flag),
    FileColumn(.isNegative,       "nega",             .flag),
    FileColumn(.hasCustomIcon,    "cusi",             .flag),
    FileColumn(.protectionDomain, "prot",             .data),
    FileColumn(.account,          "acct",             .text),
  ]

  // swift-format-ignore
  private static let genericPassword = password + [
    FileColumn(.service,          "svce",             .text),
    FileColumn(.generic,          "gena",             .data),
  ]

  // swift-format-ignore
  private static let internetPassword = password + [
    FileColumn(.securityDomain,     "sdmn",           .text),
    FileColumn(.server,             "srvr",           .text),
    FileColumn(.protocolCode,       "ptcl",           .code),
    FileColumn(.authenticationType, "atyp",           .codeInBlob),
    FileColumn(.port,               "port",           .number),
    FileColumn(.path,               "path",           .text),
  ]

  // swift-format-ignore
  private static let certificate = [
    FileColumn(.certificateType,      "ctyp",         .number),
    FileColumn(.certificateEncoding,  "cenc",         .number),
    FileColumn(.label,                "labl",         .text),
    FileColumn(.alias,                "alis",         .data),
    FileColumn(.subject,              "subj",         .name),
    FileColumn(.issuer,               "issu",         .name),
    FileColumn(.serialNumber,         "snbr",         .data),
    FileColumn(.subjectKeyIdentifier, "skid",         .data),
    FileColumn(.publicKeyHash,        "hpky",         .data),
  ]

  // swift-format-ignore
  private static let key = [
    FileColumn(.keyClass,            KeyAttribute.keyClass,         .keyClass),
    FileColumn(.label,               KeyAttribute.printName,        .text),
    FileColumn(.alias,               KeyAttribute.alias,            .data),
    FileColumn(.isPermanent,         KeyAttribute.permanent,        .keyFlag),
    FileColumn(.isPrivate,           KeyAttribute.isPrivate,        .keyFlag),
    FileColumn(.isModifiable,        KeyAttribute.modifiable,       .keyFlag),
    FileColumn(.applicationLabel,    KeyAttribute.label,            .data),
    FileColumn(.applicationTag,      KeyAttribute.applicationTag,   .data),
    FileColumn(.type,                KeyAttribute.keyType,          .number),
    FileColumn(.keySizeInBits,       KeyAttribute.bits,             .number),
    FileColumn(.effectiveKeySize,    KeyAttribute.effectiveBits,    .number),
    FileColumn(.isSensitive,         KeyAttribute.sensitive,        .keyFlag),
    FileColumn(.wasAlwaysSensitive,  KeyAttribute.alwaysSensitive,  .keyFlag),
    FileColumn(.isExtractable,       KeyAttribute.extractable,      .keyFlag),
    FileColumn(.wasNeverExtractable, KeyAttribute.neverExtractable, .keyFlag),
    FileColumn(.canEncrypt,          18,                            .keyFlag),
    FileColumn(.canDecrypt,          19,                            .keyFlag),
    FileColumn(.canDerive,           20,                            .keyFlag),
    FileColumn(.canSign,             KeyAttribute.signs,            .keyFlag),
    FileColumn(.canVerify,           22,                            .keyFlag),
    FileColumn(.canSignRecover,      23,                            .keyFlag),
    FileColumn(.canVerifyRecover,    24,                            .keyFlag),
    FileColumn(.canWrap,             25,                            .keyFlag),
    FileColumn(.canUnwrap,           26,                            .keyFlag),
  ]
}

extension FileColumn {
  /// The attributes that permit the uses of a key.
  ///
  /// `id` is the number of the attribute in keychain files, and `use` is the bit of the use in the
  /// header of the key's blob.
  static let uses: [(attribute: Attribute, id: UInt32, use: KeyHeader.Uses)] =
    KeyAttribute.uses.compactMap { row in
      key.first { $0.id == row.id }.map { ($0.attribute, row.id, row.use) }
    }

  /// Converts a value of a dictionary to the value that the file stores.
  ///
  /// - Throws: -50 for a value that the column cannot have.
  func fileValue(_ value: RequestValue) throws(KeychainError) -> FileValue {
    switch kind {
    case .text, .data: return .bytes(try bytes(value))
    case .number: return .number(try number32(value))
    case .signed, .flag: return .signed(Int32(bitPattern: try number32(value)))
    case .keyFlag: return .number(try number32(value) == 0 ? 0 : 1)
    case .code: return .number(try code(value))
    case .codeInBlob: return .bytes(FileValue.number(try code(value)).content)
    case .date:
      guard case .date(let moment) = value else { throw wrongKind }
      return .date(moment)
    case .name: return .bytes(Self.withHeader(try bytes(value)))
    case .keyClass:
      guard let relation = Self.relation(ofClass: try number32(value)) else { throw wrongKind }
      return .number(relation.id)
    }
  }

  /// Converts a value of the file to the value that a dictionary has.
  ///
  /// The result is nil for values that mean an absent attribute, for example empty text and the
  /// four-character code 0.
  func attributeValue(_ value: FileValue) -> AttributeValue? {
    switch (kind, value) {
    case (.text, .bytes(let bytes)):
      guard !bytes.isEmpty else { return nil }
      return String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .bytes(bytes)
    case (.data, .bytes(let bytes)), (.name, .bytes(let bytes)):
      return bytes.isEmpty ? nil : .bytes(bytes)
    case (.codeInBlob, .bytes(let bytes)): return bytes.count == 4 ? Self.text(bytes) : nil
    case (.code, .number): return Self.text(value.content)
    case (.number, .number(let number)):
      return number == 0 && attribute == .port ? nil : .number(Int64(number))
    case (.keyFlag, .number(let number)): return .number(Int64(number))
    case (.signed, .signed(let number)): return .number(Int64(number))
    case (.flag, .signed(let number)): return .number(number == 0 ? 0 : 1)
    case (.date, .bytes(let bytes)): return Self.moment(bytes).map { .date($0) }
    case (.keyClass, .number(let relation)):
      return Self.keyClass(of: relation).map { .number($0) }
    default: return nil
    }
  }

  /// The tables of keys with their values of `kSecAttrKeyClass`: public, private and symmetric
  /// keys.
  private static let keyClasses: [(number: Int64, relation: Relation)] = [
    (KeyType.number(of: .publicHalf), .publicKeys),
    (KeyType.number(of: .privateHalf), .privateKeys),
    (KeyType.symmetricClass, .symmetricKeys),
  ]

  /// Returns the table of the keys of a class; nil if the number is no class of keys.
  ///
  /// - Parameter number: the class, as a value of `kSecAttrKeyClass`.
  static func relation(ofClass number: UInt32) -> Relation? {
    keyClasses.first { $0.number == Int64(number) }?.relation
  }

  private static func keyClass(of relation: UInt32) -> Int64? {
    keyClasses.first { $0.relation.id == relation }?.number
  }

  private var wrongKind: KeychainError {
    .parameter(
      "the attribute does not take a value of this type", .attribute(attribute),
      cause: .wrongValueKind)
  }

  private func bytes(_ value: RequestValue) throws(KeychainError) -> [UInt8] {
    switch value {
    case .text(let text): return Array(text.utf8)
    case .bytes(let bytes): return bytes
    default: throw wrongKind
    }
  }

  private func number32(_ value: RequestValue) throws(KeychainError) -> UInt32 {
    let number: Int64?
    switch value {
    case .boolean(let flag): number = flag ? 1 : 0
    case .text(let text): number = Int64(text)
    default: number = value.wholeNumber
    }
    guard let number else { throw wrongKind }
    if let unsigned = UInt32(exactly: number) { return unsigned }
    guard let signed = Int32(exactly: number) else { throw wrongKind }
    return UInt32(bitPattern: signed)
  }

  private func code(_ value: RequestValue) throws(KeychainError) -> UInt32 {
    guard case .text(let text) = value else { return try number32(value) }
    guard text.utf8.count == 4 else { throw wrongKind }
    return Relation.code(text)
  }

  private static func text(_ code: [UInt8]) -> AttributeValue? {
    guard code.contains(where: { $0 != 0 }) else { return nil }
    return String(validating: code, as: UTF8.self).map { .text($0) } ?? .bytes(code)
  }

  /// Returns a distinguished name with its DER tag and length.
  ///
  /// Dictionaries that the store made have names without tag and length.
  private static func withHeader(_ bytes: [UInt8]) -> [UInt8] {
    bytes.first == DERTag.sequence.rawValue ? bytes : DERWriter.element(.sequence, bytes)
  }

  /// Returns the moment that a date in the file means; nil if the bytes are no date.
  ///
  /// A date is `YYYYMMDDhhmmssZ` and a zero byte.
  private static func moment(_ bytes: [UInt8]) -> Instant? {
    bytes.count == 16 ? Instant(keychainForm: Array(bytes.dropLast())) : nil
  }
}
