// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainRequests
import KeychainTypes
import SecureMemory

/// Reads the dictionary of a new item for a keychain file, or the dictionary of changes to an item.
struct FileItemReader {
  let itemClass: ItemClass
  /// The value of `kSecValueData` in the dictionary; nil if the dictionary lacks this key.
  let secret: SecretBytes?
  private let pairs: RequestPairs
  private let object: ExternalItem?
  private let givenTerms: ImportedKeyTerms

  /// Reads the class of the item and the value of `kSecValueData`.
  ///
  /// - Parameter known: the class of the item that is changed. Nil for an addition, whose
  ///   dictionary or object gives the class.
  /// - Throws: -50 for data of a wrong type, or if no class is named; -25306 for an unknown class.
  init(
    _ addition: FileService.Addition, itemClass known: ItemClass? = nil
  ) throws(KeychainError) {
    pairs = known == nil ? addition.request.pairs : addition.request.changes
    guard !pairs.isOversized else {
      throw .parameter("the dictionary has more pairs than the limit", .count(RequestPairs.most))
    }
    (object, givenTerms) = (addition.object, addition.terms)
    itemClass =
      if let known { known } else {
        try FileQuery.itemClass(pairs, addition.object.map { ItemClass($0) })
      }
    secret = try Self.secret(pairs[.value, ValueKey.secret.rawValue])
  }

  /// Converts a value of `kSecValueData` to bytes, text as UTF-8; nil if there is no value.
  private static func secret(_ value: RequestValue?) throws(KeychainError) -> SecretBytes? {
    switch value {
    case nil: return nil
    case .secret(let secret)?: return secret
    case .text(let text)?:
      return SecretBytes(count: text.utf8.count) { (output: inout MutableSpan<UInt8>) in
        for (place, byte) in text.utf8.enumerated() { output[place] = byte }
      }
    case .tooLarge?:
      throw KeychainError.secretTooLarge.about(ValueKey.secret.rawValue)
    default:
      throw KeychainError.parameter("the secret is neither data nor text", cause: .wrongValueKind)
        .about(ValueKey.secret.rawValue)
    }
  }

  /// Returns the values of a record after the dictionary's attributes are set in them.
  ///
  /// Attributes that the record's table does not have are left out. The keychain sets an item's
  /// dates itself, except that the dictionary of a new item can set the date of creation.
  func set(in values: RecordValues) throws(KeychainError) -> RecordValues {
    var values = values
    let isNew = values.all.allSatisfy(\.isEmpty)
    for (id, value) in try settings(of: values.relation.id, isNew: isNew) { values[id] = value }
    return values
  }

  /// Returns the dictionary's values that an item of a table can take, with their attributes'
  /// numbers.
  ///
  /// - Parameter isNew: true for a new item, false for an existing item, for which fewer attributes
  ///   can be set.
  /// - Returns: pairs of an attribute's number and its value, in the dictionary's order. No value
  ///   is nil.
  func settings(
    of table: UInt32, isNew: Bool
  ) throws(KeychainError) -> [(UInt32, FileValue?)] {
    let columns = FileColumn.all(of: table)
    var settings: [(UInt32, FileValue?)] = []
    for pair in pairs.all where pair.key.family == .attribute {
      guard let column = columns.first(where: { $0.attribute == pair.key.attribute }),
        column.isSettable(isNew: isNew)
      else { continue }
      do throws(KeychainError) {
        settings.append((column.id, try column.fileValue(pair.value)))
      } catch {
        throw error.about(pair.key.name)
      }
    }
    return settings
  }

  /// Returns the certificate to add: the addition's object, or the certificate in `kSecValueData`.
  ///
  /// - Throws: -50 if the object is no certificate, or if there is no object and the data is no
  ///   certificate.
  func certificate() throws(KeychainError) -> Certificate {
    if case .certificate(let certificate)? = object { return certificate }
    guard object == nil, let certificate = secret?.withBytes({ try? Certificate($0) }) else {
      throw noObject
    }
    return certificate
  }

  /// Returns the key to add: the addition's object, or the key in `kSecValueData`.
  ///
  /// The attributes of the dictionary give the class and the type of a key in the data.
  ///
  /// - Throws: -50 if the object is a certificate, or if there is no object and the data is no key.
  func key() throws(KeychainError) -> ExternalItem {
    switch object {
    case .certificate?: throw noObject
    case let object?: return object
    case nil: break
    }
    guard let secret else { throw noObject }
    let keyClass = try number(.keyClass) ?? KeyType.number(of: .publicHalf)
    guard keyClass != KeyType.symmetricClass else { return .symmetricKey(secret) }
    guard let type = try number(.type),
      let key = try? SoftwareKey(importing: secret, type: type, keyClass: keyClass)
    else { throw noObject }
    return .key(key)
  }

  /// Returns the label in the dictionary; nil if the dictionary has no label.
  func label() throws(KeychainError) -> [UInt8]? { try bytes(.label) }

  /// Returns the attributes that the dictionary gives a new key, without its permitted uses.
  ///
  /// The algorithm counts only for a symmetric key, whose data is plain bytes. The data of a public
  /// or private key has the algorithm in it.
  func given() throws(KeychainError) -> KeychainEditor.NewKey.Given {
    var given = KeychainEditor.NewKey.Given()
    given.tag = try bytes(.applicationTag) ?? []
    given.label = try bytes(.applicationLabel)
    if case .number(let type)? = try value(.type) { given.algorithm = type }
    let flags: [(Attribute, KeyHeader.Attributes)] = [
      (.isPermanent, .permanent), (.isPrivate, .isPrivate), (.isModifiable, .modifiable),
    ]
    for (attribute, flag) in flags {
      guard let isSet = try value(attribute) else { continue }
      given.attributes.append((flag, isSet != .number(0)))
    }
    return given
  }

  /// Returns the terms of a new key: its permitted uses, and whether and how it may be exported.
  ///
  /// The dictionary overrides the terms of the addition (`FileService.Addition.terms`). A use that
  /// the dictionary and these terms do not mention is permitted.
  ///
  /// - Throws: -50 for a value that is neither a Boolean nor a whole number. The value is not
  ///   ignored, because the key could then be less protected than the caller meant.
  func terms() throws(KeychainError) -> ImportedKeyTerms {
    var terms = givenTerms
    if let flag = try value(.isExtractable) { terms.isExtractable = flag == .number(1) }
    if let flag = try value(.isSensitive) { terms.isSensitive = flag == .number(1) }
    let all = Set(FileColumn.uses.map(\.attribute))
    var usage = terms.usage ?? all
    for attribute in all {
      guard let flag = try value(attribute) else { continue }
      if flag == .number(1) { usage.insert(attribute) } else { usage.remove(attribute) }
    }
    terms.usage = usage == all ? nil : usage
    return terms
  }

  private func bytes(_ attribute: Attribute) throws(KeychainError) -> [UInt8]? {
    try value(attribute)?.content
  }

  private func number(_ attribute: Attribute) throws(KeychainError) -> Int64? {
    guard case .number(let number)? = pairs[attribute] else {
      guard case .text(let text)? = pairs[attribute] else { return nil }
      return Int64(text)
    }
    return number
  }

  private func value(_ attribute: Attribute) throws(KeychainError) -> FileValue? {
    let table: Relation = itemClass == .certificate ? .certificates : .privateKeys
    guard let value = pairs[attribute],
      let column = FileColumn.all(of: table.id).first(where: { $0.attribute == attribute })
    else { return nil }
    return try column.fileValue(value)
  }

  private var noObject: KeychainError {
    .parameter(
      "the data does not form an object of the class", .itemClass(itemClass),
      cause: .dataMakesNoObject)
  }
}

extension FileColumn {
  /// Returns true if a dictionary can set the column.
  ///
  /// The result is false for properties that follow from the content of a key or certificate.
  ///
  /// - Parameter isNew: true for a new item, false for an existing item.
  fileprivate func isSettable(isNew: Bool) -> Bool {
    switch attribute {
    case .modificationDate: false
    case .creationDate: isNew
    case .keyClass, .keySizeInBits, .effectiveKeySize, .certificateType, .certificateEncoding,
      .subject, .issuer, .serialNumber, .subjectKeyIdentifier, .publicKeyHash, .isPermanent,
      .isPrivate, .isSensitive, .wasAlwaysSensitive, .isExtractable, .wasNeverExtractable:
      false
    default: !(kind == .number && attribute == .type && id == KeyAttribute.keyType)
    }
  }
}

extension ItemClass {
  init(_ object: ExternalItem) {
    switch object {
    case .certificate: self = .certificate
    case .key, .symmetricKey: self = .key
    }
  }
}
