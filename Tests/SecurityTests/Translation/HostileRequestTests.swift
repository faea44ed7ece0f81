// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTesting
import KeychainTypes
import SecureMemory
import Security
import Testing

/// Tests that the service itself refuses bad requests, whatever face sends them.
///
/// A request gets the status that its dictionary gets through SecItem (Specification/secitem.md,
/// "Order of evaluation"). Keychain files have an order of their own
/// (Specification/file-keychain.md, "SecItem on file keychains").
@Suite("Requests to the service itself, and the same through SecItem")
struct HostileRequestTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let verb: Request.Verb
    let status: OSStatus
    /// The status of the request to a keychain file.
    let file: OSStatus
    /// The status of SecItem with the keychain file, if another place answers the call.
    let routed: OSStatus
    let pairs: [(String, RequestValue)]
    var changes: [(String, RequestValue)] = []

    /// - Parameter file: the status of a keychain file; nil for the status of the store.
    init(
      _ verb: Request.Verb, _ status: OSStatus, _ pairs: [(String, RequestValue)],
      setting changes: [(String, RequestValue)] = [], file: OSStatus? = nil,
      routed: OSStatus? = nil
    ) {
      (self.verb, self.status, self.pairs, self.changes) = (verb, status, pairs, changes)
      self.file = file ?? status
      self.routed = routed ?? self.file
      let names = (pairs + changes).map(\.0).joined(separator: " ")
      testDescription = "\(verb) \(names): \(status)"
    }
  }

  private static let genp = ("class", RequestValue.text("genp"))
  private static let long = RequestValue.text(String(repeating: "x", count: (1 << 20) + 1))
  private static let bytes = RequestValue.bytes(Array(repeating: 1, count: (1 << 20) + 1))

  private static let cert = ("class", RequestValue.text("cert"))
  private static let keys = ("class", RequestValue.text("keys"))
  private static let inet = ("class", RequestValue.text("inet"))
  private static let absent = errSecItemNotFound

  /// Requests that the store refuses.
  ///
  /// Keychain files ignore attributes that a class lacks, unknown keys, and keys without meaning in
  /// the call.
  static let rows: [Row] = [
    Row(.add, -50, []), Row(.add, -25306, [("class", .text("apls"))]),
    Row(.add, -50, [("class", .number(5))]), Row(.delete, -50, [("class", .null)]),
    Row(.add, -25302, [genp, ("icmt", long)]), Row(.add, -25302, [genp, ("gena", bytes)]),
    Row(.add, -25302, [genp, ("crtr", long)]), Row(.add, -25302, [genp, ("cdat", bytes)]),
    Row(.copyMatching, -25302, [genp, ("acct", long)]),
    Row(.update, -25302, [genp], setting: [("icmt", long)]),
    Row(.delete, -25302, [genp, ("acct", long)]),
    Row(.add, -25303, [genp, ("zzzz", .text("x"))], file: 0),
    Row(.add, -25303, [genp, ("srvr", .text("x"))], file: 0),
    Row(.add, -50, [genp, ("none such", .text("x"))], file: 0),
    Row(.add, -50, [genp, ("x", .text("x"))], file: 0),
    Row(.add, -50, [genp, ("r_None", .boolean(true))], file: 0),
    Row(.copyMatching, -50, [genp, ("r_None", .number(1))], file: absent),
    Row(.add, -50, [genp, ("acct", .null)]), Row(.add, -50, [genp, ("acct", .other)]),
    Row(.add, -50, [genp, ("acct", .boolean(true))]),
    Row(.copyMatching, -50, [genp, ("acct", .boolean(true))]),
    Row(.add, -50, [genp, ("crtr", .other)]), Row(.add, -50, [genp, ("crtr", .bytes([1]))]),
    Row(.add, -50, [genp, ("cdat", .text("2024"))]), Row(.add, -50, [genp, ("cdat", .null)]),
    Row(.copyMatching, -50, [genp, ("mdat", .number(5))]),
    Row(.add, -50, [genp, ("mdat", .number(5))]),
    Row(.copyMatching, -50, [cert, ("issr", .text("x"))]),
    Row(.copyMatching, -50, [cert, ("slnr", .boolean(true))]),
    Row(.copyMatching, -50, [keys, ("bsiz", .bytes([1]))]),
    Row(.copyMatching, -50, [inet, ("port", .bytes([1]))]),
    Row(.add, -50, [genp, ("pdmn", .text("zz"))], file: 0),
    Row(.add, -50, [genp, ("sync", .text("maybe"))], file: 0),
    Row(.copyMatching, -50, [genp, ("sync", .number(7))], file: absent),
    Row(.add, -50, [genp, ("accc", .text("x"))], file: 0, routed: -50),
    Row(.add, -50, [genp, ("clip", .text("x"))], file: 0),
    Row(.add, -34018, [genp, ("ggrp", .text("x"))], file: 0, routed: -34018),
    Row(.add, -34018, [genp, ("agrp", .text("x"))], file: 0),
    Row(.add, -50, [genp, ("v_Data", .text("x"))], file: 0),
    Row(.add, -50, [genp, ("v_Data", .number(1))]),
    Row(.copyMatching, -50, [genp, ("v_Data", .number(1))]),
    Row(.add, -50, [genp, ("r_Data", .number(1))]),
    Row(.copyMatching, -50, [genp, ("r_Data", .text("x"))]),
    Row(.add, -50, [genp, ("m_Limit", .text("m_LimitOne"))], file: 0),
    Row(.add, -50, [genp, ("u_AuthUI", .text("u_AuthUIS"))], file: 0),
    Row(.add, -50, [genp, ("u_AuthUI", .number(1))]),
    Row(.copyMatching, -50, [genp, ("u_NoAuthUI", .text("x"))]),
    Row(.add, -50, [genp, ("u_None", .text("x"))], file: 0),
    Row(.add, -4, [genp, ("tkid", .text("com.example"))], file: 0, routed: -50),
    Row(.add, -50, [genp, ("v_PersistentRef", .bytes([1, 2, 3]))]),
    Row(.copyMatching, -50, [genp, ("v_PersistentRef", .number(1))]),
    Row(.copyMatching, -50, [genp, ("m_Limit", .text("x"))]),
    Row(.copyMatching, -50, [genp, ("m_Limit", .boolean(true))]),
    Row(.copyMatching, -4, [genp, ("m_HostOrSubdomainOfHost", .text("x"))]),
    Row(.copyMatching, -50, [genp, ("u_ItemList", .other)], routed: absent),
    Row(.copyMatching, -50, [genp, ("u_Keychain", .other)]),
    Row(.delete, -50, [genp, ("m_Nonsense", .text("x"))], file: absent),
    // The table's rows 3 and 4 decide whether the bad pair or the foreign group is found first.
    Row(.add, -25303, [genp, ("agrp", .text("x")), ("zzzz", .text("x"))], file: 0),
    Row(.copyMatching, -25303, [genp, ("agrp", .text("x")), ("zzzz", .text("x"))], file: absent),
    Row(.update, -34018, [genp, ("agrp", .text("x")), ("zzzz", .text("x"))], file: absent),
    Row(.delete, -34018, [genp, ("agrp", .text("x")), ("zzzz", .text("x"))], file: absent),
    Row(.update, -25303, [genp], setting: [("zzzz", .text("x"))], file: absent),
    Row(.update, -25303, [genp], setting: [("r_Data", .boolean(true))], file: absent),
    Row(.update, -50, [genp], setting: [("ggrp", .text("x"))], file: absent),
    Row(.update, -50, [genp], setting: [("acct", .null)]),
    Row(.update, -50, [genp], setting: [("v_Data", .number(1))]),
    Row(.update, -50, [genp], setting: [("v_Data", .text("x"))], file: absent),
    // Of two refusals, the table at the head of `FileRequestReader` names the first one.
    Row(.add, -25306, [("class", .text("apls")), ("r_Data", .number(1))]),
    Row(.copyMatching, -25302, [genp, ("acct", long), ("m_Limit", .text("x"))]),
    Row(.copyMatching, -50, [genp, ("acct", .null), ("icmt", long)]),
    Row(.copyMatching, -50, [genp, ("m_HostOrSubdomainOfHost", .text("x")), ("r_Data", .null)]),
    Row(.update, -25302, [genp, ("acct", long)], setting: [("icmt", .null)]),
    Row(
      .add, -50,
      [genp] + (0..<130).map { ("m_\($0)", RequestValue.text("x")) }),
  ]

  /// Requests that the store takes, and that a keychain file refuses because of its format.
  static let formats: [Row] = [
    Row(.add, 0, [genp, ("crtr", .number(99_999_999_999))], file: -50),
    Row(.copyMatching, absent, [genp, ("crtr", .number(99_999_999_999))], file: -50),
    Row(.add, 0, [genp, ("acct", .number(5))], file: -50),
    Row(.add, 0, [inet, ("ptcl", .text("https"))], file: -50),
    Row(.copyMatching, absent, [keys, ("kcls", .number(7))], file: -50),
    Row(.update, absent, [genp], setting: [("type", .text("long"))], file: -50),
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
      #expect(Self.answer(row, query) == row.status)
      #expect(Calls.find(["class": "genp"]) == errSecItemNotFound)
    }
  }

  @Test("get one status from a keychain file", arguments: rows + formats)
  func refusedByFile(_ row: Row) throws {
    let home = try KeychainHome()
    try home.run {
      let named = try KeychainCalls.created("hostile.keychain")
      let before = try Self.content(of: named)
      guard case .file(let keychain) = named.member else {
        Issue.record("no keychain file")
        return
      }
      var request = Request(row.verb, Self.pairs(row.pairs), profile: .dataProtection)
      request.changes = Self.pairs(row.changes)
      var direct: OSStatus = 0
      do throws(KeychainError) {
        _ = try FileService([keychain], isNamed: true).answer(request)
      } catch { direct = error.code.rawValue }
      #expect(direct == row.file)
      // A second item of a request that succeeds would be a duplicate.
      let other = direct == 0 ? try KeychainCalls.created("other.keychain") : named
      let query = Self.dictionary(row.pairs)
      if row.verb == .add {
        query[NSString(string: "u_Keychain")] = other
      } else {
        query[NSString(string: "m_SearchList")] = NSArray(array: [other])
      }
      #expect(Self.answer(row, query) == row.routed)
      if row.file != 0 { #expect(try Self.content(of: named) == before, "the file was changed") }
    }
  }

  @Test("a refusal of the dictionary comes before the keychain is looked at", arguments: rows)
  func beforeTheKeychain(_ row: Row) throws {
    guard ![0, Self.absent].contains(row.file) else { return }
    try KeychainHome().run {
      let missing = try KeychainCalls.open("missing.keychain")
      guard case .file(let keychain) = missing.member else {
        Issue.record("no keychain file")
        return
      }
      var request = Request(row.verb, Self.pairs(row.pairs), profile: .dataProtection)
      request.changes = Self.pairs(row.changes)
      #expect(throws: KeychainError(.init(rawValue: row.file), "")) {
        _ = try FileService([keychain], isNamed: true).answer(request)
      }
    }
  }

  // swift-format-ignore
  private static let lists: [(name: String, attributes: [(SecItemAttr, [UInt8])], OSStatus)] = [
    ("a number of three bytes",     [(.creatorItemAttr, [1, 2, 3])],                    -50),
    ("an attribute of other items", [(.serverItemAttr, [1])],                           -25303),
    ("a comment of 1 MiB and more", [(.commentItemAttr, [UInt8](repeating: 1, count: (1 << 20) + 1))], -25302),
  ]

  @Test("SecKeychain refuses the attributes of an item with one status, in store and file")
  func lists() throws {
    try KeychainHome().run {
      let keychains = [
        try KeychainCalls.created("lists.keychain"), try #require(SecKeychain.store),
      ]
      for (name, attributes, status) in Self.lists {
        for keychain in keychains {
          let made = unsafe KeychainCalls.withList(attributes) { list in
            unsafe SecKeychainItemCreateFromContent(
              .genericPasswordItemClass, list, 1, "x", keychain, nil, nil)
          }
          #expect(made == status, "\(name)")
          #expect(KeychainCalls.find(nil, nil, in: keychain).status == errSecItemNotFound)
        }
      }
    }
  }

  private static func content(of keychain: SecKeychain) throws -> Data {
    let path = KeychainCalls.path(keychain, size: 1024).2
    return try #require(FileManager.default.contents(atPath: path))
  }

  /// Returns the status of the row's call of SecItem.
  private static func answer(_ row: Row, _ query: NSMutableDictionary) -> OSStatus {
    switch row.verb {
    case .add: SecItemAdd(query, nil)
    case .copyMatching: SecItemCopyMatching(query, nil)
    case .update: SecItemUpdate(query, dictionary(row.changes))
    case .delete: SecItemDelete(query)
    }
  }

  private static func pairs(_ pairs: [(String, RequestValue)]) -> RequestPairs {
    var result = RequestPairs()
    for (name, value) in pairs { result.insert(Request.Pair(RequestKey(name), value)) }
    return result
  }

  private static func dictionary(_ pairs: [(String, RequestValue)]) -> NSMutableDictionary {
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
