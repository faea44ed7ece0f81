// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
package import ExternalFormats
import KeychainRequests
package import KeychainTypes
import SecureMemory

/// Reads the dictionary of a new item for a keychain file, or the dictionary of changes to items.
package struct FileItemReader: Sendable {
  /// The content of a new item.
  enum Content: Sendable {
    case password(SecretBytes)
    case certificate(Certificate)
    case key(ExternalItem)
  }

  package let itemClass: ItemClass
  /// The results for which the dictionary of a new item asks.
  package let returns: Returns
  /// The access list in the dictionary; nil if the dictionary has no access list.
  ///
  /// A new item without an access list trusts the calling program alone.
  package let access: AccessList?
  /// The value of `kSecValueData` in the dictionary; nil if the dictionary lacks this key.
  let secret: SecretBytes?
  private let pairs: RequestPairs
  private let givenTerms: ImportedKeyTerms

  /// Reads the dictionary of a call of Add.
  ///
  /// - Parameters:
  ///   - object: the class of the key or certificate to add, which counts if the dictionary names
  ///     no class.
  ///   - terms: the permitted uses of the key to add, and whether the key may be exported.
  /// - Throws: the errors of the first four steps in the table of `FileRequestReader`.
  package init(
    adding request: Request, _ object: ExternalItem? = nil,
    terms: ImportedKeyTerms = ImportedKeyTerms(), access: AccessList? = nil
  ) throws(KeychainError) {
    pairs = request.pairs
    try FileRequestReader.refuse(pairs)
    itemClass = try FileRequestReader.itemClass(pairs, object.map { ItemClass($0) })
    let read = try FileRequestReader(pairs, of: itemClass, as: .item)
    (returns, secret, givenTerms, self.access) = (read.returns, read.secret, terms, access)
  }

  /// Reads the dictionary of new values of a call of Update.
  ///
  /// - Parameter itemClass: the class of the items that the call changes.
  /// - Throws: the errors of the steps 6 and 7 in the table of `FileRequestReader`.
  package init(
    changing request: Request, of itemClass: ItemClass, access: AccessList? = nil
  ) throws(KeychainError) {
    pairs = request.changes
    guard !pairs.isOversized else { throw .tooManyPairs }
    self.itemClass = itemClass
    let read = try FileRequestReader(pairs, of: itemClass, as: .changes)
    (returns, secret, givenTerms, self.access) = ([], read.secret, ImportedKeyTerms(), access)
    guard secret == nil || !itemClass.hasObjects else {
      throw .parameter("the content of a key or certificate cannot be changed")
    }
  }

  /// Returns the content of the new item.
  ///
  /// - Parameter object: the key or certificate to add; nil if its bytes are in the dictionary, or
  ///   for a password.
  /// - Throws: -50 for an identity, and for content that is no certificate or key.
  func content(_ object: ExternalItem?) throws(KeychainError) -> Content {
    switch itemClass {
    case .identity:
      throw .parameter("an identity cannot be added to a keychain file", .itemClass(.identity))
    case .genericPassword, .internetPassword:
      return .password(secret ?? SecretBytes(copying: []))
    case .certificate: return .certificate(try certificate(object))
    case .key: return .key(try key(object))
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

  /// Returns the certificate to add: the object, or the certificate in `kSecValueData`.
  ///
  /// - Throws: -50 if the object is no certificate, or if there is no object and the data is no
  ///   certificate.
  private func certificate(_ object: ExternalItem?) throws(KeychainError) -> Certificate {
    if case .certificate(let certificate)? = object { return certificate }
    guard object == nil, let certificate = secret?.withBytes({ try? Certificate($0) }) else {
      throw noObject
    }
    return certificate
  }

  /// Returns the key to add: the object, or the key in `kSecValueData`.
  ///
  /// The attributes of the dictionary give the class and the type of a key in the data.
  ///
  /// - Throws: -50 if the object is a certificate, or if there is no object and the data is no key.
  private func key(_ object: ExternalItem?) throws(KeychainError) -> ExternalItem {
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
  /// The dictionary overrides the terms of the object. A use that the dictionary and these terms do
  /// not mention is permitted.
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
  func isSettable(isNew: Bool) -> Bool {
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
