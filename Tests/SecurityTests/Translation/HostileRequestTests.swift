// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import KeychainTypes
import SecureMemory
import Security
import Testing

/// Tests that the service itself refuses bad requests, whatever face sends them.
///
/// A request gets the status that its dictionary gets through SecItem (Specification/secitem.md,
/// "Order of evaluation").
@Suite("Requests to the service itself, and the same through SecItem")
struct HostileRequestTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let verb: Request.Verb
    let status: OSStatus
    let pairs: [(String, RequestValue)]
    var changes: [(String, RequestValue)] = []

    init(
      _ verb: Request.Verb, _ status: OSStatus, _ pairs: [(String, RequestValue)],
      setting changes: [(String, RequestValue)] = []
    ) {
      (self.verb, self.status, self.pairs, self.changes) = (verb, status, pairs, changes)
      let names = (pairs + changes).map(\.0).joined(separator: " ")
      testDescription = "\(verb) \(names): \(status)"
    }
  }

  private static let genp = ("class", RequestValue.text("genp"))
  private static let long = RequestValue.text(String(repeating: "x", count: (1 << 20) + 1))
  private static let bytes = RequestValue.bytes(Array(repeating: 1, count: (1 << 20) + 1))

  static let rows: [Row] = [
    Row(.add, -50, []), Row(.add, -25306, [("class", .text("apls"))]),
    Row(.add, -25302, [genp, ("icmt", long)]), Row(.add, -25302, [genp, ("gena", bytes)]),
    Row(.copyMatching, -25302, [genp, ("acct", long)]),
    Row(.update, -25302, [genp], setting: [("icmt", long)]),
    Row(.delete, -25302, [genp, ("acct", long)]),
    Row(.add, -25303, [genp, ("zzzz", .text("x"))]),
    Row(.add, -25303, [genp, ("srvr", .text("x"))]),
    Row(.add, -50, [genp, ("none such", .text("x"))]), Row(.add, -50, [genp, ("x", .text("x"))]),
    Row(.add, -50, [genp, ("acct", .null)]), Row(.add, -50, [genp, ("acct", .other)]),
    Row(.add, -50, [genp, ("pdmn", .text("zz"))]),
    Row(.add, -50, [genp, ("sync", .text("maybe"))]),
    Row(.add, -50, [genp, ("accc", .text("x"))]), Row(.add, -50, [genp, ("clip", .text("x"))]),
    Row(.add, -34018, [genp, ("ggrp", .text("x"))]),
    Row(.add, -34018, [genp, ("agrp", .text("x"))]),
    Row(.add, -50, [genp, ("v_Data", .text("x"))]), Row(.add, -50, [genp, ("r_Data", .number(1))]),
    Row(.add, -50, [genp, ("m_Limit", .text("m_LimitOne"))]),
    Row(.add, -50, [genp, ("u_AuthUI", .text("u_AuthUIS"))]),
    Row(.add, -4, [genp, ("tkid", .text("com.example"))]),
    Row(.add, -50, [genp, ("v_PersistentRef", .bytes([1, 2, 3]))]),
    Row(.copyMatching, -50, [genp, ("m_Limit", .text("x"))]),
    Row(.copyMatching, -50, [genp, ("m_Limit", .boolean(true))]),
    Row(.copyMatching, -4, [genp, ("m_HostOrSubdomainOfHost", .text("x"))]),
    Row(.copyMatching, -50, [genp, ("u_ItemList", .other)]),
    Row(.copyMatching, -50, [genp, ("u_Keychain", .other)]),
    Row(.delete, -50, [genp, ("m_Nonsense", .text("x"))]),
    // The table's rows 3 and 4 decide whether the bad pair or the foreign group is found first.
    Row(.add, -25303, [genp, ("agrp", .text("x")), ("zzzz", .text("x"))]),
    Row(.copyMatching, -25303, [genp, ("agrp", .text("x")), ("zzzz", .text("x"))]),
    Row(.update, -34018, [genp, ("agrp", .text("x")), ("zzzz", .text("x"))], setting: []),
    Row(.delete, -34018, [genp, ("agrp", .text("x")), ("zzzz", .text("x"))]),
    Row(.update, -25303, [genp], setting: [("zzzz", .text("x"))]),
    Row(.update, -25303, [genp], setting: [("r_Data", .boolean(true))]),
    Row(.update, -50, [genp], setting: [("ggrp", .text("x"))]),
    Row(
      .add, -50,
      [genp] + (0..<130).map { ("m_\($0)", RequestValue.text("x")) }),
  ]

  @Test("get one status", arguments: rows)
  func refused(_ row: Row) throws {
    let keychain = try TemporaryKeychain()
    try keychain.run {
      let service = try #require(CurrentInstallation.installed?.service)
      let profile = CurrentInstallation.installed?.profile ?? .dataProtection
      var request = Request(row.verb, Self.pairs(row.pairs), profile: profile)
      request.changes = Self.pairs(row.changes)
      var direct: OSStatus = 0
      do throws(KeychainError) {
        _ = try service.answer(request)
      } catch { direct = error.code.rawValue }
      #expect(direct == row.status)
      let query = Self.dictionary(row.pairs)
      let through =
        switch row.verb {
        case .add: SecItemAdd(query, nil)
        case .copyMatching: SecItemCopyMatching(query, nil)
        case .update: SecItemUpdate(query, Self.dictionary(row.changes))
        case .delete: SecItemDelete(query)
        }
      #expect(through == row.status)
      #expect(Calls.find(["class": "genp"]) == errSecItemNotFound)
    }
  }

  private static func pairs(_ pairs: [(String, RequestValue)]) -> RequestPairs {
    var result = RequestPairs()
    for (name, value) in pairs { result.insert(Request.Pair(RequestKey(name), value)) }
    return result
  }

  private static func dictionary(_ pairs: [(String, RequestValue)]) -> NSDictionary {
    let result = NSMutableDictionary()
    for (name, value) in pairs { result[NSString(string: name)] = object(value) }
    return result
  }

  private static func object(_ value: RequestValue) -> Any {
    switch value {
    case .text(let text): NSString(string: text)
    case .bytes(let bytes): NSData(data: Data(bytes))
    case .number(let number): NSNumber(value: number)
    case .boolean(let flag): flag ? kCFBooleanTrue as Any : kCFBooleanFalse as Any
    case .null: NSNull()
    default: NSArray()
    }
  }
}
