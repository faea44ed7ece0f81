// SPDX-License-Identifier: Apache-2.0 (table)
import Foundation
import Security
import Testing

/// A row of Specification/secitem.md, "Attribute value coercion": a given value and the stored
/// value.
///
/// The stored value is nil if the calls refuse the given one with -50.
struct CoercionRow: CustomTestStringConvertible, Sendable {
  let itemClass: String
  let attribute: String
  nonisolated(unsafe) let given: Any
  nonisolated(unsafe) let stored: NSObject?
  let line: Int

  init(
    _ itemClass: String, _ attribute: String, _ given: Any, _ stored: NSObject?,
    line: Int = #line
  ) {
    self.itemClass = itemClass
    self.attribute = attribute
    unsafe self.given = given
    unsafe self.stored = stored
    self.line = line
  }

  var testDescription: String { "\(attribute), line \(line)" }

  private static let uuid = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")
  private static let moment = Date(timeIntervalSinceReferenceDate: 1.25)
  private static func text(_ value: String) -> NSString { NSString(string: value) }
  private static func data(_ bytes: UInt8...) -> NSData { Data(bytes) as NSData }
  private static func number(_ value: Int) -> NSNumber { NSNumber(value: value) }

  // swift-format-ignore
  static let rows: [CoercionRow] = [
    // Attributes of strings.
    CoercionRow("genp", "vwht", "a", text("a")),
    CoercionRow("genp", "vwht", Data("a".utf8), text("a")),
    CoercionRow("genp", "vwht", Data([0xFF]), nil),
    CoercionRow("genp", "vwht", 1, nil),
    CoercionRow("genp", "vwht", true, nil),
    CoercionRow("genp", "vwht", moment, nil),
    CoercionRow("genp", "vwht", uuid as Any, text("00112233-4455-6677-8899-AABBCCDDEEFF")),
    CoercionRow("genp", "vwht", NSNull(), nil),
    CoercionRow("genp", "vwht", ["a"], nil),
    // Protections.
    CoercionRow("genp", "pdmn", "ck", text("ck")),
    CoercionRow("genp", "pdmn", Data("cku".utf8), text("cku")),
    CoercionRow("genp", "pdmn", "CK", nil),
    CoercionRow("genp", "pdmn", 1, nil),
    // Attributes of strings or data.
    CoercionRow("genp", "acct", "a", text("a")),
    CoercionRow("genp", "acct", Data([0xFF]), data(0xFF)),
    CoercionRow("genp", "acct", 5, number(5)),
    CoercionRow("genp", "acct", 5.5, NSNumber(value: 5.5)),
    CoercionRow("genp", "acct", true, nil),
    CoercionRow("genp", "acct", moment, nil),
    CoercionRow("genp", "acct", uuid as Any, nil),
    CoercionRow("genp", "acct", NSNull(), nil),
    CoercionRow("genp", "acct", ["a": 1], nil),
    // Attributes of data.
    CoercionRow("keys", "klbl", "abc", data(0x61, 0x62, 0x63)),
    CoercionRow("keys", "klbl", Data([1]), data(1)),
    CoercionRow("keys", "klbl", 5, data(5, 0, 0, 0)),
    CoercionRow("keys", "klbl", -1, data(0xFF, 0xFF, 0xFF, 0xFF)),
    CoercionRow("keys", "klbl", true, nil),
    CoercionRow("keys", "klbl", moment, nil),
    CoercionRow("keys", "klbl", NSNull(), nil),
    // Attributes of numbers.
    CoercionRow("inet", "ptcl", "htps", text("htps")),
    CoercionRow("inet", "ptcl", "ftp ", text("ftp ")),
    CoercionRow("inet", "port", true, number(1)),
    CoercionRow("inet", "port", "443", number(443)),
    CoercionRow("inet", "port", 443, number(443)),
    CoercionRow("inet", "port", UInt16(8080), number(8080)),
    CoercionRow("inet", "port", Data([1]), nil),
    CoercionRow("inet", "port", moment, nil),
    CoercionRow("inet", "port", NSNull(), nil),
    CoercionRow("keys", "kcls", "1", number(1)),
    CoercionRow("keys", "type", "73", number(73)),
    CoercionRow("keys", "bsiz", "256", number(256)),
    CoercionRow("keys", "type", "2147483678", text("2147483678")),
    CoercionRow("keys", "type", "2147483647", number(2_147_483_647)),
    CoercionRow("keys", "type", "-5", number(-5)),
    CoercionRow("keys", "type", "042", text("042")),
    CoercionRow("keys", "type", "+5", text("+5")),
    CoercionRow("keys", "type", " 5", text(" 5")),
    CoercionRow("keys", "type", "", text("")),
    CoercionRow("keys", "sign", true, number(1)),
    CoercionRow("keys", "sign", false, number(0)),
    // Attributes of dates.
    CoercionRow("keys", "sdat", moment, moment as NSDate),
    CoercionRow("keys", "sdat", 5, nil),
    CoercionRow("keys", "sdat", "2001", nil),
    CoercionRow("keys", "sdat", NSNull(), nil),
    // sync and tomb.
    CoercionRow("genp", "sync", false, number(0)),
    CoercionRow("genp", "sync", 0, number(0)),
    CoercionRow("genp", "sync", "0", number(0)),
    CoercionRow("genp", "sync", "syna", number(0)),
    CoercionRow("genp", "sync", Data([0]), nil),
    CoercionRow("genp", "sync", moment, nil),
    CoercionRow("genp", "sync", "yes", nil),
    CoercionRow("genp", "tomb", 0, number(0)),
    CoercionRow("genp", "tomb", moment, nil),
    // Identifiers and digests.
    CoercionRow("genp", "musr", Data(), data()),
    CoercionRow("genp", "musr", NSNull(), data()),
    CoercionRow("genp", "musr", "a", nil),
    CoercionRow("genp", "musr", Data(count: 5), nil),
    CoercionRow("genp", "sha1", Data(count: 19), nil),
    CoercionRow("genp", "sha1", "a", nil),
    // Attributes that no caller may set.
    CoercionRow("genp", "data", Data(), nil),
    CoercionRow("genp", "v_pk", Data(), nil),
    CoercionRow("genp", "accc", "ak", nil),
  ]
}
