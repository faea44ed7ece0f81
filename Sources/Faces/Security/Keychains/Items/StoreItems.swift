// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// The items of the embedded store (the store of `SecItem` calls, which is not a keychain file).
///
/// The functions of the keychain API use this type to treat the store as a keychain. For that, this
/// type makes `SecItem` calls. In their dictionaries, the key of an attribute is its four-character
/// code from keychain files, such as `acct`.
enum StoreItems {
  /// Adds a password, and returns its persistent reference.
  ///
  /// - Throws: -25303 if an attribute in `values` does not exist in the store, unless its value is
  ///   zero or empty bytes.
  static func add(_ values: RecordValues, _ secret: SecretBytes) throws(KeychainError) -> Data {
    let attributes = dictionary(of: values.relation)
    for term in values.terms {
      try requireKnown(term)
      guard !isSetByStore(term), !isAbsent(term) else { continue }
      attributes[name(term)] = object(term)
    }
    attributes[kSecValueData] = ResultBytes(secret)
    attributes[kSecReturnPersistentRef] = kCFBooleanTrue
    var result: CFTypeRef?
    try require(unsafe SecItemAdd(attributes, &result))
    guard let reference = result as? NSData else { throw .noReference }
    return Data(referencing: reference)
  }

  /// Returns the persistent references of the passwords that have all given attributes.
  ///
  /// A term is an attribute with a value. A term with a zero or with empty bytes also matches an
  /// absent attribute, because the store does not keep these values.
  ///
  /// - Parameters:
  ///   - relation: the class to search, as keychain files name it: the table of generic passwords
  ///     or the table of internet passwords.
  ///   - limit: the number of passwords that the caller needs; more may be returned.
  static func find(
    _ relation: Relation, _ terms: [RecordTerm], limit: Int
  ) throws(KeychainError) -> [Data] {
    // No item of the store has a value for an attribute that the store does not have.
    guard terms.allSatisfy({ !isUnknown($0) || isAbsent($0) }) else { return [] }
    let query = dictionary(of: relation)
    var rest: [RecordTerm] = []
    for term in terms where !isUnknown(term) {
      let name = name(term)
      if !isDate(term), !isAbsent(term), query[name] == nil {
        query[name] = object(term)
      } else {
        rest.append(term)
      }
    }
    query[kSecReturnPersistentRef] = kCFBooleanTrue
    query[kSecMatchLimit] = limit == 1 && rest.isEmpty ? kSecMatchLimitOne : kSecMatchLimitAll
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query, &result)
    guard status != errSecItemNotFound else { return [] }
    try require(status)
    let found =
      (result as? NSData).map { [Data(referencing: $0)] }
      ?? (result as? NSArray)?.compactMap { $0 as? Data } ?? []
    guard !rest.isEmpty else { return found }
    var fitting: [Data] = []
    for reference in found where fitting.count < limit {
      // An item that was deleted after the search does not match.
      guard let values = try? values(reference, of: relation) else { continue }
      let fits = rest.allSatisfy { term in
        guard let value = values[term.attribute] else { return isAbsent(term) }
        return value == term.value
          || isAbsent(term) && isAbsent(RecordTerm(term.attribute, value))
      }
      if fits { fitting.append(reference) }
    }
    return fitting
  }

  /// Returns the results of a query, which must have the limit `kSecMatchLimitAll`; empty if no
  /// item matches.
  static func all(_ query: NSMutableDictionary) throws(KeychainError) -> [Any] {
    if ProfileChoice.mergesFiles { query[kSecUseDataProtectionKeychain] = kCFBooleanTrue }
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query, &result)
    guard status != errSecItemNotFound else { return [] }
    try require(status)
    return (result as? NSArray).map { PropertyList.elements(of: $0) } ?? []
  }

  /// Returns the key, certificate or identity to which a persistent reference belongs.
  ///
  /// - Throws: -25304 if the item was deleted.
  static func object(_ reference: Data) throws(KeychainError) -> AnyObject? {
    let query = query(reference)
    query[kSecReturnRef] = kCFBooleanTrue
    var result: CFTypeRef?
    try requireItem(unsafe SecItemCopyMatching(query, &result))
    return result
  }

  /// Adds a key or a certificate, and returns its persistent reference.
  ///
  /// - Parameter label: the label of the item; nil for the label that `SecItemAdd` sets.
  static func add(
    object: AnyObject, labelled label: NSString? = nil
  ) throws(KeychainError) -> Data {
    let attributes: NSMutableDictionary = [kSecReturnPersistentRef: true]
    if ProfileChoice.mergesFiles { attributes[kSecUseDataProtectionKeychain] = kCFBooleanTrue }
    attributes[kSecValueRef] = object
    if let label { attributes[kSecAttrLabel] = label }
    var result: CFTypeRef?
    try require(unsafe SecItemAdd(attributes, &result))
    guard let reference = result as? NSData else { throw .noReference }
    return Data(referencing: reference)
  }

  /// Returns the attributes of a password.
  static func values(
    _ reference: Data, _ itemClass: SecItemClass
  ) throws(KeychainError) -> RecordValues {
    try values(
      reference,
      of: itemClass == .internetPasswordItemClass ? .internetPasswords : .genericPasswords)
  }

  private static func values(
    _ reference: Data, of relation: Relation
  ) throws(KeychainError) -> RecordValues {
    var result: CFTypeRef?
    let query = query(reference)
    query[kSecReturnAttributes] = kCFBooleanTrue
    try requireItem(unsafe SecItemCopyMatching(query, &result))
    var values = RecordValues(relation)
    guard let found = result as? NSDictionary else { return values }
    for attribute in values.relation.attributes {
      guard let object = found[name(attribute.id)] else { continue }
      values[attribute.id] = value(object, attribute.format)
    }
    return values
  }

  static func secret(_ reference: Data) throws(KeychainError) -> SecretBytes {
    var result: CFTypeRef?
    let query = query(reference)
    query[kSecReturnData] = kCFBooleanTrue
    try requireItem(unsafe SecItemCopyMatching(query, &result))
    guard let data = result as? NSData else { return SecretBytes(copying: []) }
    let secret = try unsafe KeychainBytes.secret(data.bytes, UInt32(data.length))
    return secret ?? SecretBytes(copying: [])
  }

  /// Changes attributes and the secret of a password; attributes that are not given keep their
  /// values.
  ///
  /// The store itself sets the modification date.
  ///
  /// - Parameter secret: the new secret; nil to keep the present secret.
  /// - Throws: -25303 if an attribute in `terms` does not exist in the store, unless its value is
  ///   zero or empty bytes.
  static func update(
    _ reference: Data, _ relation: Relation, setting terms: [RecordTerm], _ secret: SecretBytes?
  ) throws(KeychainError) {
    let changes = NSMutableDictionary()
    for term in terms {
      try requireKnown(term)
      guard !isUnknown(term), term.attribute != Relation.code("mdat") else { continue }
      changes[name(term)] = object(term)
    }
    if let secret { changes[kSecValueData] = ResultBytes(secret) }
    guard changes.count > 0 else { return }
    try requireItem(SecItemUpdate(query(reference), changes))
  }

  static func delete(_ reference: Data) throws(KeychainError) {
    try requireItem(SecItemDelete(query(reference)))
  }

  /// True if the store has an item with this persistent reference and class.
  static func has(_ reference: Data, _ itemClass: SecItemClass) -> Bool {
    let query = query(reference)
    query[kSecClass] =
      itemClass == .internetPasswordItemClass
      ? kSecClassInternetPassword : kSecClassGenericPassword
    return SecItemCopyMatching(query, nil) == errSecSuccess
  }

  private static func query(_ reference: Data) -> NSMutableDictionary {
    let query: NSMutableDictionary = [kSecValuePersistentRef: NSData(data: reference)]
    if ProfileChoice.mergesFiles { query[kSecUseDataProtectionKeychain] = kCFBooleanTrue }
    return query
  }

  private static func dictionary(of relation: Relation) -> NSMutableDictionary {
    let isInternet = relation.id == Relation.internetPasswords.id
    let dictionary: NSMutableDictionary = [
      kSecClass: isInternet ? kSecClassInternetPassword : kSecClassGenericPassword
    ]
    // In the profile `macos`, only this flag sends the call to the store and not to keychain files.
    if ProfileChoice.mergesFiles { dictionary[kSecUseDataProtectionKeychain] = kCFBooleanTrue }
    return dictionary
  }

  /// Attributes of keychain files that the store does not have.
  private static let unknown: Set = ["alis", "scrp", "cusi", "prot"]
  /// Attributes that are four-character codes in keychain files and texts in the store.
  private static let texts: Set = ["ptcl", "atyp"]
  private static let flags: Set = ["invi", "nega"]

  private static func isUnknown(_ term: RecordTerm) -> Bool {
    unknown.contains(name(term.attribute))
  }

  private static func isDate(_ term: RecordTerm) -> Bool {
    [Relation.code("cdat"), Relation.code("mdat")].contains(term.attribute)
  }

  /// True for an attribute that is left out when an item is added.
  ///
  /// The store sets dates itself, and does not have the attributes in `unknown`.
  private static func isSetByStore(_ term: RecordTerm) -> Bool { isUnknown(term) || isDate(term) }

  /// True for a zero and for empty bytes, which the store does not keep.
  ///
  /// A four-character code counts as zero if all its bytes are zero.
  private static func isAbsent(_ term: RecordTerm) -> Bool {
    switch term.value {
    case .number(let number): number == 0
    case .signed(let number): number == 0
    case .numbers(let numbers): numbers.isEmpty
    case .bytes(let bytes):
      bytes.isEmpty || texts.contains(name(term.attribute)) && bytes.allSatisfy { $0 == 0 }
    }
  }

  private static func requireKnown(_ term: RecordTerm) throws(KeychainError) {
    guard !isUnknown(term) || isAbsent(term) else {
      throw KeychainError(
        .noSuchAttribute, "items of the embedded store do not have the attribute")
    }
  }

  private static func name(_ term: RecordTerm) -> NSString {
    NSString(string: name(term.attribute))
  }

  private static func name(_ id: UInt32) -> String {
    switch id {
    case Relation.printName: "labl"
    case Relation.alias: "alis"
    default: String(decoding: FileValue.number(id).content, as: UTF8.self)
    }
  }

  /// Returns the value of an attribute in the type that a `SecItem` dictionary has for it.
  ///
  /// The result is nil for a date that cannot be read, and for a list of numbers, because
  /// no attribute of the store contains a list.
  private static func object(_ term: RecordTerm) -> NSObject? {
    let name = name(term.attribute)
    switch term.value {
    case .number where texts.contains(name): return text(term.value.content)
    case .number(let number): return NSNumber(value: number)
    case .signed(let number):
      return flags.contains(name) ? NSNumber(value: number != 0) : NSNumber(value: number)
    case .bytes(let bytes):
      if isDate(term) { return date(bytes) }
      if texts.contains(name) { return text(bytes) }
      if name != "gena", let text = String(validating: bytes, as: UTF8.self) {
        return NSString(string: text)
      }
      return NSData(data: Data(bytes))
    case .numbers: return nil
    }
  }

  /// Returns a four-character code as a text; the code zero is the empty text.
  private static func text(_ code: [UInt8]) -> NSString {
    NSString(
      string: code.allSatisfy { $0 == 0 } ? "" : String(decoding: code, as: UTF8.self))
  }

  /// Returns the moment in the text `YYYYMMDDhhmmssZ`; nil for another text.
  private static func date(_ bytes: [UInt8]) -> NSDate? {
    let digits = bytes.prefix(14).compactMap { (48...57).contains($0) ? Int($0) - 48 : nil }
    guard digits.count == 14 else { return nil }
    let part = [0..<4, 4..<6, 6..<8, 8..<10, 10..<12, 12..<14].map { range in
      digits[range].reduce(0) { 10 * $0 + $1 }
    }
    let time = CivilTime(
      year: part[0], month: part[1], day: part[2], hour: part[3], minute: part[4], second: part[5])
    return time.map { NSDate(timeIntervalSinceReferenceDate: $0.instant.secondsSinceReference) }
  }

  private static func value(_ object: Any, _ format: ValueFormat) -> FileValue? {
    switch (object, format) {
    case (let date as Date, .date):
      Instant(secondsSinceReference: date.timeIntervalSinceReferenceDate).map { .date($0) }
    case (let text as String, .number): .number(Relation.code(text))
    case (let text as String, _): .bytes(Array(text.utf8))
    case (let data as Data, _): .bytes([UInt8](data))
    case (let number as NSNumber, .number): .number(number.uint32Value)
    case (let number as NSNumber, .signed): .signed(number.int32Value)
    default: nil
    }
  }

  private static func require(_ status: OSStatus) throws(KeychainError) {
    guard status != errSecSuccess else { return }
    throw KeychainError(
      KeychainError.Code(rawValue: status), "the embedded store refuses the call")
  }

  /// Checks the status of a `SecItem` call about one item, whose reference the caller already had.
  ///
  /// - Throws: -25304 instead of -25300, because the item was deleted after the caller got the
  ///   reference. For any other failed call, its status.
  private static func requireItem(_ status: OSStatus) throws(KeychainError) {
    guard status != errSecItemNotFound else {
      throw KeychainError(.invalidItemReference, "the keychain does not have the item any more")
    }
    try require(status)
  }
}

extension RecordValues {
  /// The attributes that have a value; each attribute with its value is a term.
  var terms: [RecordTerm] {
    relation.attributes.compactMap { attribute in
      self[attribute.id].map { RecordTerm(attribute.id, $0) }
    }
  }
}

extension KeychainError {
  fileprivate static let noReference = KeychainError(
    .internalError, "the embedded store gave no reference to the item")
}
