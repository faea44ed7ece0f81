// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes
import SecureMemory

/// The attributes of an item as the functions for keychains show them
/// (Specification/file-keychain.md, "Item classes, attributes, uniqueness").
enum ItemAttributes {
  /// The tag of the label in the lists of callers.
  static let label = SecItemAttr.labelItemAttr.rawValue
  /// The virtual attribute that is the class of an item.
  static let itemClass = Relation.code("clas")
  /// The most attributes of a list; items of every class have fewer.
  static let most: UInt32 = 256
  /// The seconds from 1904-01-01 to 2001-01-01, the moment at which an `Instant` is 0.
  private static let oldEpoch: Int64 = 2_082_844_800 + CivilTime.secondsFrom1970

  /// Returns the table of a class of passwords; nil for another class.
  static func passwords(_ code: UInt32) -> Relation? {
    switch code {
    case SecItemClass.genericPasswordItemClass.rawValue: .genericPasswords
    case SecItemClass.internetPasswordItemClass.rawValue: .internetPasswords
    case serverClass: .serverPasswords
    default: nil
    }
  }

  /// Returns the class that the embedded store has for a table; nil if it has no such class.
  static func storeClass(of relation: UInt32) -> SecItemClass? {
    switch relation {
    case Relation.genericPasswords.id: .genericPasswordItemClass
    case Relation.internetPasswords.id: .internetPasswordItemClass
    default: nil
    }
  }

  /// Returns the table of a class; nil for an unknown class.
  static func relation(_ code: UInt32) -> Relation? {
    switch code {
    case SecItemClass.genericPasswordItemClass.rawValue, Relation.genericPasswords.id:
      .genericPasswords
    case SecItemClass.internetPasswordItemClass.rawValue, Relation.internetPasswords.id:
      .internetPasswords
    case serverClass, Relation.serverPasswords.id: .serverPasswords
    case Relation.certificates.id: .certificates
    case Relation.publicKeys.id: .publicKeys
    case Relation.privateKeys.id: .privateKeys
    case Relation.symmetricKeys.id: .symmetricKeys
    default: nil
    }
  }

  /// The class of passwords for file servers, which has no name.
  static let serverClass = Relation.code("ashp")

  /// Returns the code of the class whose table has a number.
  static func classCode(of relation: UInt32) -> UInt32 {
    switch relation {
    case Relation.genericPasswords.id: SecItemClass.genericPasswordItemClass.rawValue
    case Relation.internetPasswords.id: SecItemClass.internetPasswordItemClass.rawValue
    case Relation.serverPasswords.id: serverClass
    default: relation
    }
  }

  /// Returns the number of the column that a tag means.
  static func column(_ tag: UInt32, in relation: Relation) -> UInt32 {
    switch relation.id {
    case Relation.certificates.id: tag
    case Relation.publicKeys.id, Relation.privateKeys.id, Relation.symmetricKeys.id:
      tag == label ? KeyAttribute.printName : tag
    default: tag == label ? Relation.printName : tag
    }
  }

  /// Returns the bytes of an attribute, numbers in the machine's byte order.
  static func bytes(_ value: FileValue) -> [UInt8] {
    switch value {
    case .number(let number): native(number)
    case .signed(let number): native(UInt32(bitPattern: number))
    case .bytes(let bytes): bytes
    case .numbers(let numbers): numbers.flatMap(native)
    }
  }

  static func native(_ number: UInt32) -> [UInt8] {
    unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
  }

  /// Returns the value that bytes of a caller are; nil for the length of no such value.
  ///
  /// Numbers have 1, 2 or 4 bytes. Dates are texts, or seconds since 1904 in 4 or 8 bytes.
  static func value(_ bytes: [UInt8], as format: ValueFormat) -> FileValue? {
    switch format {
    case .number: number32(bytes).map { .number($0) }
    case .signed: number32(bytes).map { .signed(Int32(bitPattern: $0)) }
    case .date: date(bytes)
    case .string, .bigNumber, .real, .blob: .bytes(bytes)
    case .numbers: nil
    }
  }

  private static func number32(_ bytes: [UInt8]) -> UInt32? {
    bytes.count == 8 ? nil : number(bytes).map { UInt32(truncatingIfNeeded: $0) }
  }

  private static func number(_ bytes: [UInt8]) -> Int64? {
    guard [1, 2, 4, 8].contains(bytes.count) else { return nil }
    // The machines that run Latchkey have their lowest byte first.
    var number: UInt64 = 0
    for byte in bytes.reversed() { number = number << 8 | UInt64(byte) }
    return bytes.count == 8 && number > UInt64(Int64.max) ? nil : Int64(number)
  }

  private static func date(_ bytes: [UInt8]) -> FileValue? {
    switch bytes.count {
    case 16: return isDate(bytes) ? .bytes(bytes) : nil
    case 4, 8:
      guard let seconds = number(bytes), seconds < 1 << 40 else { return nil }
      return .date(Instant(microseconds: (seconds - oldEpoch) * 1_000_000))
    default: return nil
    }
  }

  private static func isDate(_ bytes: [UInt8]) -> Bool {
    bytes[14] == UInt8(ascii: "Z") && bytes[15] == 0
      && bytes.prefix(14).allSatisfy { (48...57).contains($0) }
  }
}
