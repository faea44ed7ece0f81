// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import KeychainTypes
import SecureMemory
import Security

/// Makes dictionaries for the four SecItem calls from an input: keys and values of every type.
enum FuzzQuery {
  /// Names of classes, attributes and all other keys of SecItem, and some unknown ones.
  private static let names: [String] =
    Set(ItemClass.stored.flatMap { Schema.of($0).rows.map(\.attribute.name) }).sorted() + [
      "class", "m_Limit", "m_Issuers", "m_Policy", "m_ValidOnDate", "m_TrustedOnly",
      "m_HostOrSubdomainOfHost", "m_EmailAddressIfPresent", "m_ItemList", "m_SubjectContains",
      "m_CaseInsensitive", "f_any", "r_Data", "r_Ref", "r_Attributes", "r_PersistentRef",
      "u_AuthUI", "u_NoAuthUI", "u_AuthCtx", "u_ItemList", "u_OpPrompt", "u_DataProtection",
      "nleg", "v_Data", "v_Ref", "v_PersistentRef", "xx", "",
    ]
  private static let words = [
    "genp", "inet", "cert", "keys", "idnt", "m_LimitAll", "m_LimitOne", "ak", "ck", "dk", "aku",
    "cku", "dku", "akpu", "syna", "u_AuthUIF", "u_AuthUIS", "G1", "G2", "http", "42", "", "\u{0}",
  ]

  /// Reads the dictionaries of an input, and makes a result from a recorded service's answer.
  static func run(_ bytes: [UInt8]) {
    let made = Made(bytes)
    service.run(made.profile) { call(made.verb, made.first, made.second) }
  }

  /// Runs the dictionaries of an input through all four calls on a real store.
  ///
  /// This takes ten times as long as `run(_:)`, because of syncs and locks.
  static func runWhole(_ bytes: [UInt8]) {
    guard let keychain = try? keychain.get() else { return }
    let made = Made(bytes)
    keychain.run {
      var installation = CurrentInstallation.installed
      installation?.profile = made.profile
      CurrentInstallation.$scoped.withValue(installation) {
        for verb in Verb.allCases { call(verb, made.first, made.second) }
        for itemClass in ["genp", "inet", "cert", "keys"] {
          SecItemDelete([kSecClass: itemClass] as NSDictionary)
        }
      }
    }
  }

  /// The profile, call and dictionaries that an input asks for.
  private struct Made {
    let profile: Profile
    let verb: Verb
    let first: NSDictionary
    let second: NSDictionary

    init(_ bytes: [UInt8]) {
      var input = Input(rest: bytes[...])
      let mode = input.byte()
      profile = [Profile.dataProtection, .ios, .quirks][Int(mode >> 4) % 3]
      verb = Verb(rawValue: mode & 0x0F) ?? .copy
      first = dictionary(&input)
      second = verb == .update ? dictionary(&input) : NSDictionary()
    }
  }

  private enum Verb: UInt8, CaseIterable {
    case add, copy, update, delete
  }

  /// The keychain for all inputs of the process.
  ///
  /// No code releases the keychain. The process removes its files at exit.
  private static let keychain = Result {
    let keychain = try TemporaryKeychain()
    atexit { FuzzQuery.removeFiles() }
    return keychain
  }
  private static func removeFiles() {
    guard let keychain = try? keychain.get() else { return }
    try? FileManager.default.removeItem(atPath: keychain.path)
  }

  /// A service that answers every valid request with two items.
  private static let service: RecordingService = {
    var match = Match(.genericPassword, .zero)
    match.attributes = AttributeSet()
    match.attributes?[.service] = .text("s")
    match.attributes?[.account] = .text("a")
    match.secret = SecretBytes(copying: [1, 2, 3])
    return RecordingService(matches: [match, match])
  }()

  private static func call(_ verb: Verb, _ first: NSDictionary, _ second: NSDictionary) {
    var result: CFTypeRef?
    switch verb {
    case .add: _ = unsafe SecItemAdd(first, &result)
    case .copy: _ = unsafe SecItemCopyMatching(first, &result)
    case .update: SecItemUpdate(first, second)
    case .delete: SecItemDelete(first)
    }
  }

  private static func dictionary(_ input: inout Input) -> NSDictionary {
    let dictionary = NSMutableDictionary()
    for _ in 0..<Int(input.byte() % 12) {
      let name = names[Int(input.byte()) % names.count]
      dictionary.setObject(value(&input, depth: 0), forKey: key(name, &input))
    }
    return dictionary
  }

  private static func key(_ name: String, _ input: inout Input) -> NSObject {
    switch input.byte() {
    case 250: NSNumber(value: input.byte())
    case 251: NSString(string: String(decoding: input.string(), as: UTF8.self))
    case 252: NSData(data: Data(input.string()))
    default: NSString(string: name)
    }
  }

  private static func value(_ input: inout Input, depth: Int) -> Any {
    switch input.byte() % 16 {
    case 0, 1: return NSString(string: words[Int(input.byte()) % words.count])
    case 2: return NSString(string: String(decoding: input.string(), as: UTF8.self))
    case 3, 4: return NSData(data: Data(input.string()))
    case 5: return input.byte() & 1 == 0 ? kCFBooleanTrue as Any : kCFBooleanFalse as Any
    case 6: return NSNumber(value: Int64(bitPattern: input.number()))
    case 7: return NSNumber(value: Double(bitPattern: input.number()))
    case 8: return NSNumber(value: input.byte())
    case 9: return NSDate(timeIntervalSinceReferenceDate: Double(bitPattern: input.number()))
    case 10: return kCFNull as Any
    case 11:
      let flags = SecAccessControlCreateFlags(rawValue: CFOptionFlags(input.number()))
      let protection = NSString(string: words[Int(input.byte()) % words.count])
      let made = SecAccessControlCreateWithFlags(nil, protection, flags, nil)
      return made ?? NSObject()
    case 12: return NSUUID()
    case 13 where depth < 3:
      return NSArray(array: (0..<input.byte() % 4).map { _ in value(&input, depth: depth + 1) })
    case 14 where depth < 3:
      let inner = NSMutableDictionary()
      inner.setObject(value(&input, depth: depth + 1), forKey: key("class", &input))
      return inner
    default: return NSNumber(value: UInt64.max)
    }
  }

  /// Takes values from the front of the bytes, and zeros after their end.
  private struct Input {
    var rest: ArraySlice<UInt8>

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func number() -> UInt64 { (0..<8).reduce(0) { $0 | UInt64(byte()) << ($1 * 8) } }

    mutating func string() -> [UInt8] {
      let count = Int(byte())
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }
}
