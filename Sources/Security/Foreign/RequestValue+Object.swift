// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainTypes

extension RequestValue {
  /// The value that an object of Foundation stands for; what is larger than an attribute is not
  /// copied.
  init(_ value: AnyObject) {
    switch value {
    case let text as NSString:
      guard let copied = text.text(ofAtMost: Self.mostAttributeBytes),
        copied.utf8.count <= Self.mostAttributeBytes
      else {
        self = .tooLarge(isText: true)
        return
      }
      self = .text(copied)
    case let data as NSData:
      guard data.length <= Self.mostAttributeBytes else {
        self = .tooLarge(isText: false)
        return
      }
      self = .bytes(unsafe [UInt8](UnsafeRawBufferPointer(start: data.bytes, count: data.length)))
    case let number as NSNumber: self = Self.number(number)
    case let date as NSDate:
      let instant = Instant(secondsSinceReference: date.timeIntervalSinceReferenceDate)
      self = instant.map { .date($0) } ?? .other
    case let identifier as NSUUID:
      let bytes = unsafe withUnsafeBytes(of: (identifier as UUID).uuid) { unsafe Array($0) }
      self = Identifier16(bytes).map { .uuid($0) } ?? .other
    case let accessControl as SecAccessControl: self = .accessControl(accessControl.value)
    case is NSNull: self = .null
    default: self = .other
    }
  }

  /// A Boolean only if it is one of the two unique objects; a number 1 is none.
  static func boolean(_ value: AnyObject) -> Bool? {
    if value === kCFBooleanTrue { return true }
    return value === kCFBooleanFalse ? false : nil
  }

  private static func number(_ number: NSNumber) -> RequestValue {
    if let flag = boolean(number) { return .boolean(flag) }
    switch unsafe UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"): return .real(number.doubleValue)
    case UInt8(ascii: "Q"):
      return Int64(exactly: number.uint64Value).map { .number($0) } ?? .other
    default: return .number(number.int64Value)
    }
  }
}
