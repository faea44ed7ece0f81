// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes
import SecureMemory

/// The passwords of the embedded store, as items of the keychain that the store is.
///
/// The calls go to the store as `SecItem` calls. The names of attributes are the same codes there.
enum StoreItems {
  /// Adds a password, and returns its persistent reference.
  static func add(_ values: RecordValues, _ secret: SecretBytes) throws(KeychainError) -> Data {
    let attributes = dictionary(values)
    attributes[kSecValueData] = ResultBytes(secret)
    attributes[kSecReturnPersistentRef] = kCFBooleanTrue
    var result: CFTypeRef?
    try require(unsafe SecItemAdd(attributes, &result))
    guard let reference = result as? NSData else { throw .noReference }
    return Data(referencing: reference)
  }

  /// Returns the persistent references of the passwords that have all given attributes.
  static func find(_ values: RecordValues, limit: Int) throws(KeychainError) -> [Data] {
    let query = dictionary(values)
    query[kSecReturnPersistentRef] = kCFBooleanTrue
    query[kSecMatchLimit] = limit == 1 ? kSecMatchLimitOne : kSecMatchLimitAll
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query, &result)
    guard status != errSecItemNotFound else { return [] }
    try require(status)
    if let reference = result as? NSData { return [Data(referencing: reference)] }
    return (result as? NSArray)?.compactMap { $0 as? Data } ?? []
  }

  /// Returns the attributes of a password.
  static func values(
    _ reference: Data, _ itemClass: SecItemClass
  ) throws(KeychainError) -> RecordValues {
    var result: CFTypeRef?
    let query = query(reference)
    query[kSecReturnAttributes] = kCFBooleanTrue
    try requireItem(unsafe SecItemCopyMatching(query, &result))
    var values = RecordValues(
      itemClass == .internetPasswordItemClass ? .internetPasswords : .genericPasswords)
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

  static func update(
    _ reference: Data, to values: RecordValues, _ secret: SecretBytes?
  ) throws(KeychainError) {
    let changes = dictionary(values)
    changes.removeObject(forKey: kSecClass)
    if let secret { changes[kSecValueData] = ResultBytes(secret) }
    try requireItem(SecItemUpdate(query(reference), changes))
  }

  static func delete(_ reference: Data) throws(KeychainError) {
    try requireItem(SecItemDelete(query(reference)))
  }

  /// Returns true if the store has an item of a class with a persistent reference.
  static func has(_ reference: Data, _ itemClass: SecItemClass) -> Bool {
    let query = query(reference)
    query[kSecClass] =
      itemClass == .internetPasswordItemClass
      ? kSecClassInternetPassword : kSecClassGenericPassword
    return SecItemCopyMatching(query, nil) == errSecSuccess
  }

  private static func query(_ reference: Data) -> NSMutableDictionary {
    [kSecValuePersistentRef: NSData(data: reference)]
  }

  /// Returns the attributes as `SecItem` has them; dates are left out, because the store sets them.
  private static func dictionary(_ values: RecordValues) -> NSMutableDictionary {
    let isInternet = values.relation.id == Relation.internetPasswords.id
    let dictionary: NSMutableDictionary = [
      kSecClass: isInternet ? kSecClassInternetPassword : kSecClassGenericPassword
    ]
    for attribute in values.relation.attributes {
      let name = name(attribute.id)
      guard !unknown.contains(name), attribute.format != .date,
        let value = values[attribute.id], let object = object(value, name)
      else { continue }
      dictionary[NSString(string: name)] = object
    }
    return dictionary
  }

  /// Attributes of keychain files that the store does not have.
  private static let unknown: Set = ["alis", "scrp", "cusi", "prot"]
  /// Attributes that are four-character codes here and texts in the store.
  private static let texts: Set = ["ptcl", "atyp"]
  private static let flags: Set = ["invi", "nega"]

  private static func name(_ id: UInt32) -> String {
    switch id {
    case Relation.printName: "labl"
    case Relation.alias: "alis"
    default: String(decoding: FileValue.number(id).content, as: UTF8.self)
    }
  }

  private static func object(_ value: FileValue, _ name: String) -> NSObject? {
    switch value {
    case .number(let number) where texts.contains(name):
      number == 0 ? nil : NSString(string: String(decoding: value.content, as: UTF8.self))
    case .number(let number): number == 0 && name == "port" ? nil : NSNumber(value: number)
    case .signed(let number):
      flags.contains(name) ? NSNumber(value: number != 0) : NSNumber(value: number)
    case .bytes(let bytes):
      if texts.contains(name), bytes.allSatisfy({ $0 == 0 }) {
        nil
      } else if name != "gena", let text = String(validating: bytes, as: UTF8.self) {
        NSString(string: text)
      } else {
        NSData(data: Data(bytes))
      }
    case .numbers: nil
    }
  }

  private static func value(_ object: Any, _ format: ValueFormat) -> FileValue? {
    switch (object, format) {
    case (let date as Date, .date):
      .date(Instant(microseconds: Int64(date.timeIntervalSince1970 * 1_000_000)))
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

  /// Throws the error of a call about an item that was found before.
  private static func requireItem(_ status: OSStatus) throws(KeychainError) {
    guard status != errSecItemNotFound else {
      throw KeychainError(.invalidItemReference, "the keychain does not have the item any more")
    }
    try require(status)
  }
}

extension KeychainError {
  fileprivate static let noReference = KeychainError(
    .internalError, "the embedded store gave no reference to the item")
}
