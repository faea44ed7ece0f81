// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// The phone and the program of Specification/diagnostics.md, "Conformance cases".
///
/// The program has the groups g1, g2 and its own, and is in front. The phone has a passcode and is
/// unlocked.
struct Stage {
  static let team = "ABCDE12345"
  let phone: SimulatedDevice
  let app: SimulatedDevice.App

  init(
    profile: SimulatedDevice.Profile = .dataProtection, passcode: String? = "1234",
    finger: Bool = true, groups: [String]? = nil,
    seed: UInt64 = 0
  ) {
    app = SimulatedDevice.App(
      "com.example.a",
      entitlements: .init(
        prefix: Self.team, groups: groups ?? [Self.group("g1"), Self.group("g2")]))
    phone = SimulatedDevice(seed: seed, profile: profile, app: app)
    if let passcode { try? phone.setPasscode(passcode) }
    if finger, passcode != nil { try? phone.enrol("right index") }
  }

  static func group(_ name: String) -> String { team + "." + name }

  /// Returns the dictionary of a generic password, with short names for its keys.
  static func password(_ pairs: [NSString: Any]) -> NSDictionary {
    var dictionary: [NSString: Any] = [kSecClass: kSecClassGenericPassword]
    for (key, value) in pairs { dictionary[names[key] ?? key] = value }
    return NSDictionary(dictionary: dictionary)
  }

  static var names: [NSString: NSString] {
    [
      "class": kSecClass, "svce": kSecAttrService, "acct": kSecAttrAccount, "gena": kSecAttrGeneric,
      "labl": kSecAttrLabel, "sync": kSecAttrSynchronizable, "agrp": kSecAttrAccessGroup,
      "pdmn": kSecAttrAccessible, "accc": kSecAttrAccessControl, "limit": kSecMatchLimit,
      "data": kSecValueData, "r_Data": kSecReturnData, "ui": kSecUseAuthenticationUI,
      "context": kSecUseAuthenticationContext, "srvr": kSecAttrServer,
      "atag": kSecAttrApplicationTag,
      "ref": kSecValuePersistentRef, "desc": kSecAttrDescription,
    ]
  }

  /// Adds an item with data, and expects success.
  @discardableResult
  func add(_ pairs: [NSString: Any], as other: SimulatedDevice.App? = nil) -> OSStatus {
    var pairs = pairs
    if pairs["data"] == nil { pairs["data"] = Data("secret".utf8) }
    if pairs["data"] is NSNull { pairs["data"] = nil }
    return phone.run(as: other) { SecItemAdd(Self.password(pairs), nil) }
  }

  func search(_ pairs: [NSString: Any]) -> KeychainCall { .copyMatching(Self.password(pairs)) }

  func adding(_ pairs: [NSString: Any]) -> KeychainCall {
    var pairs = pairs
    if pairs["data"] == nil { pairs["data"] = Data("secret".utf8) }
    return .add(Self.password(pairs))
  }

  /// Explains a call, then makes it, and checks that it answers the predicted status
  /// (Specification/diagnostics.md, "Code shape and order of work").
  func explain(
    _ call: KeychainCall, performs: Bool = true,
    at location: Testing.SourceLocation = #_sourceLocation
  ) -> Explanation {
    let explanation = phone.explain(call)
    if performs {
      let status = phone.run { Self.perform(call) }
      #expect(explanation.status == status, "\(explanation.text)", sourceLocation: location)
    }
    return explanation
  }

  static func perform(_ call: KeychainCall) -> OSStatus {
    switch call {
    case .copyMatching(let query):
      var result: CFTypeRef?
      return unsafe SecItemCopyMatching(query, &result)
    case .add(let attributes): return SecItemAdd(attributes, nil)
    case .update(let query, let changes): return SecItemUpdate(query, changes)
    case .delete(let query): return SecItemDelete(query)
    }
  }
}

/// Returns an access control with these flags.
func control(
  _ flags: SecAccessControlCreateFlags, _ protection: CFString = kSecAttrAccessibleWhenUnlocked
) throws -> SecAccessControl {
  let control = SecAccessControlCreateWithFlags(nil, protection, flags, nil)
  return try #require(control)
}

extension Explanation {
  /// The codes of severity warning and worse, the deciding one first.
  var telling: [String] {
    findings.filter { $0.severity != .info }.map(\.code.rawValue)
  }

  /// The codes of severity info.
  var besides: Set<String> {
    Set(findings.filter { $0.severity == .info }.map(\.code.rawValue))
  }
}
