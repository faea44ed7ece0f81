// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes
import SecureMemory

/// The attributes of an item, as the `SecKeychain…` functions take and return them
/// (Specification/file-keychain.md, "Item classes, attributes, uniqueness").
///
/// A keychain file has a table for each class of items, and the table has a column for each
/// attribute. Callers name an attribute by its tag, which is a number.
enum ItemAttributes {
  /// The tag by which callers name the label in their lists.
  static let label = SecItemAttr.labelItemAttr.rawValue
  /// The tag of the attribute that gives the class of an item.
  ///
  /// Tables of keychain files have no column for this attribute.
  static let itemClass = Relation.code("clas")
  /// The greatest number of attributes in a caller's list; items of every class have fewer.
  static let most: UInt32 = 256
  /// The seconds from 1904-01-01, where dates of callers start, to 2001-01-01, where an `Instant`
  /// starts.
  private static let oldEpoch: Int64 = 2_082_844_800 + CivilTime.secondsFrom1970

  /// Returns the table of a keychain file that contains the passwords of a class.
  ///
  /// - Parameter code: the four-character code of the class.
  /// - Returns: nil if the code is not of a class of passwords.
  static func passwords(_ code: UInt32) -> Relation? {
    switch code {
    case SecItemClass.genericPasswordItemClass.rawValue: .genericPasswords
    case SecItemClass.internetPasswordItemClass.rawValue: .internetPasswords
    case serverClass: .serverPasswords
    default: nil
    }
  }

  /// Returns the class of Latchkey's own store that corresponds to a table of keychain files.
  ///
  /// - Parameter relation: the number of the table.
  /// - Returns: nil for tables of keys and certificates and of passwords for file servers.
  static func storeClass(of relation: UInt32) -> SecItemClass? {
    switch relation {
    case Relation.genericPasswords.id: .genericPasswordItemClass
    case Relation.internetPasswords.id: .internetPasswordItemClass
    default: nil
    }
  }

  /// Returns the table of a keychain file that contains the items of a class.
  ///
  /// - Parameter code: the four-character code of the class, or the number of the table.
  /// - Returns: nil for an unknown class.
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

  /// The class of passwords for file servers, for which `SecItemClass` has no case.
  static let serverClass = Relation.code("ashp")

  /// Returns the code of the class whose items are in a table of keychain files.
  ///
  /// For keys and certificates the code is the number of the table.
  ///
  /// - Parameter relation: the number of the table.
  static func classCode(of relation: UInt32) -> UInt32 {
    switch relation {
    case Relation.genericPasswords.id: SecItemClass.genericPasswordItemClass.rawValue
    case Relation.internetPasswords.id: SecItemClass.internetPasswordItemClass.rawValue
    case Relation.serverPasswords.id: serverClass
    default: relation
    }
  }

  /// Returns the number of the table's column for an attribute that a caller names by its tag.
  static func column(_ tag: UInt32, in relation: Relation) -> UInt32 {
    switch relation.id {
    case Relation.certificates.id: tag
    case Relation.publicKeys.id, Relation.privateKeys.id, Relation.symmetricKeys.id:
      tag == label ? KeyAttribute.printName : tag
    default: tag == label ? Relation.printName : tag
    }
  }

  /// Returns the bytes that a caller receives for an attribute's value.
  ///
  /// Numbers are in the machine's byte order.
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

  /// Reads an attribute's value from a caller's bytes; nil if the bytes do not fit the format.
  ///
  /// Numbers have 1, 2 or 4 bytes. Dates are texts of 16 bytes, or seconds since 1904 in 4 or 8
  /// bytes.
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
    // The bytes are in the machine's order. All machines that run Latchkey store the lowest byte
    // first.
    switch bytes.count {
    case 1: return Int64(bytes[0])
    case 2: return Canonical.number(bytes, as: UInt16.self).map { Int64($0) }
    case 4: return Canonical.number(bytes, as: UInt32.self).map { Int64($0) }
    case 8: return Canonical.number(bytes, as: UInt64.self).flatMap { Int64(exactly: $0) }
    default: return nil
    }
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
