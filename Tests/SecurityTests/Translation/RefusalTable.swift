// SPDX-License-Identifier: Apache-2.0 (table)
import KeychainTypes
import Security
import Testing

/// A row of the tables of refused dictionaries: pairs, and the status of each call with them.
///
/// The tables are Specification/secitem.md, "Error table by malformed input", "Key classification"
/// and "Match, return, use and value keys". Apart from the pairs, the dictionary is valid.
///
/// A call that accepts the pairs answers -25300 because it finds no item, or 0 because it adds one.
struct RefusalRow: CustomTestStringConvertible, Sendable {
  let name: String
  /// The pairs added to `{class genp}`.
  ///
  /// A nil value removes its key.
  nonisolated(unsafe) let pairs: [AnyHashable: Any]
  let statuses: [OSStatus]
  /// The statuses in other profiles, if they differ: Add, Copy, Update query, Update changes,
  /// Delete.
  let others: [Profile: [OSStatus]]
  /// The row's line in this file, so that a failure points to the row.
  let line: Int

  init(
    _ name: String, _ pairs: [AnyHashable: Any], _ statuses: [OSStatus],
    _ others: [Profile: [OSStatus]] = [:], line: Int = #line
  ) {
    self.name = name
    unsafe self.pairs = pairs
    self.statuses = statuses
    self.others = others
    self.line = line
  }

  var testDescription: String { name }

  // ok = added, no = nothing found, P = -50, A = -25303, C = -25306, U = -4, E = -34018, N =
  // -25291, L = -25302.
  static let ok: OSStatus = 0
  static let no: OSStatus = -25300
  static let P: OSStatus = -50
  static let A: OSStatus = -25303
  static let C: OSStatus = -25306
  static let U: OSStatus = -4
  static let E: OSStatus = -34018
  static let N: OSStatus = -25291
  static let L: OSStatus = -25302

  /// Statuses in the iOS profile, in the order Add, Copy, Update query, Update changes, Delete.
  // swift-format-ignore
  static let rows: [RefusalRow] = [
    // Keys by form (Specification/secitem.md, "Key classification").
    RefusalRow("class unknown", ["class": "xxxx"], [C, C, C, A, C]),
    RefusalRow("class apls", ["class": "apls"], [C, C, C, A, C]),
    RefusalRow("class a number", ["class": 5], [P, P, P, A, P]),
    RefusalRow("class empty", ["class": ""], [C, C, C, A, C]),
    RefusalRow("four letters of another class", ["srvr": "a"], [A, A, A, A, A]),
    RefusalRow("four letters of no class", ["abcd": 1], [A, A, A, A, A]),
    RefusalRow("four letters beyond ASCII", ["äöüß": 1], [A, A, A, A, A]),
    RefusalRow("two letters", ["zz": 1], [P, P, P, A, P]),
    RefusalRow("one letter", ["m": 1], [P, P, P, A, P]),
    RefusalRow("no letter", ["": 1], [P, P, P, A, P]),
    RefusalRow("unknown word", ["xoobar": 1], [P, P, P, A, P]),
    RefusalRow("unknown c", ["classy": 1], [P, P, P, A, P]),
    RefusalRow("unknown r", ["r_Foo": true], [P, P, P, A, P]),
    RefusalRow("unknown u", ["u_Foo": 1], [P, P, P, A, P]),
    RefusalRow("unknown v", ["v_Foo": 1], [P, P, P, A, P]),
    RefusalRow("unknown m", ["m_Nonsense": 1], [P, no, P, A, P], [.quirks: [ok, no, P, A, P]]),
    RefusalRow("unknown f", ["f_any": 1], [ok, no, no, A, no]),
    RefusalRow("key a number", [5: 1], [A, A, A, P, A]),
    RefusalRow("key data", [Data([1]): 1], [P, P, P, P, P]),
    RefusalRow("persistref as a key", ["persistref": Data(count: 16)], [P, P, P, A, P]),
    RefusalRow("nleg", ["nleg": true], [ok, no, no, no, no]),
    RefusalRow("nleg false", ["nleg": false], [ok, no, no, no, no]),
    RefusalRow("dspk", ["dspk": true], [ok, no, no, A, no]),

    // Attributes of wrong types (Specification/secitem.md, "Attribute value coercion", "pdmn and
    // accc"). The attributes accc, issr and clip are checked before everything else.
    RefusalRow("label a Boolean", ["labl": true], [P, P, P, P, P]),
    RefusalRow("label a date", ["labl": Date()], [P, P, P, P, P]),
    RefusalRow("label an array", ["labl": ["a"]], [P, P, P, P, P]),
    RefusalRow("label a dictionary", ["labl": ["a": 1]], [P, P, P, P, P]),
    RefusalRow("label null", ["labl": NSNull()], [P, P, P, P, P]),
    RefusalRow("label an object of no type", ["labl": NSObject()], [P, P, P, P, P]),
    RefusalRow("label not a number", ["labl": Double.nan], [P, P, P, P, P]),
    RefusalRow("label infinite", ["labl": Double.infinity], [P, P, P, P, P]),
    RefusalRow("label too large a number", ["labl": UInt64.max], [P, P, P, P, P]),
    RefusalRow("protection unknown", ["pdmn": "foo"], [P, P, P, P, P]),
    RefusalRow("protection empty", ["pdmn": ""], [P, P, P, P, P]),
    RefusalRow("protection a number", ["pdmn": 6], [P, P, P, P, P]),
    RefusalRow("access control no object", ["accc": "ak"], [P, P, P, P, P]),
    RefusalRow("issuer text", ["issr": "a"], [P, P, P, P, P]),
    RefusalRow("issuer data", ["issr": Data([1])], [A, A, A, A, A]),
    RefusalRow("clip", ["clip": 1], [P, P, P, P, P]),
    RefusalRow("date a number", ["cdat": 5], [P, P, P, P, P]),
    RefusalRow("date beyond time", ["cdat": Date(timeIntervalSinceReferenceDate: 1e300)], [P, P, P, P, P]),
    RefusalRow("sha1 short", ["sha1": Data(count: 19)], [P, P, P, P, P]),
    RefusalRow("musr short", ["musr": Data(count: 15)], [P, P, P, no, P]),
    RefusalRow("musr null", ["musr": NSNull()], [ok, no, no, no, no]),
    RefusalRow("sync a date", ["sync": Date()], [P, P, P, P, P]),
    RefusalRow("sync a word", ["sync": "yes"], [P, P, P, P, P]),
    RefusalRow("sync two", ["sync": 2], [P, P, P, P, P]),
    RefusalRow("sync any", ["sync": "syna"], [ok, no, no, no, no]),
    RefusalRow("type a word", ["type": "word"], [ok, no, no, no, no]),
    RefusalRow("envelope", ["data": Data()], [P, P, P, P, P]),
    RefusalRow("label too large", ["labl": String(repeating: "a", count: 1 << 20 + 1)], [L, L, L, L, L]),
    RefusalRow("label as large as may be", ["labl": Data(count: 1 << 20)], [ok, no, no, no, no]),

    // Match keys (Specification/secitem.md, "Match, return, use and value keys").
    RefusalRow("limit all", ["m_Limit": "m_LimitAll"], [P, no, P, A, P], [.quirks: [ok, no, P, A, P], .dataProtection: [P, no, no, A, no]]),
    RefusalRow("limit one", ["m_Limit": "m_LimitOne"], [P, no, P, A, P], [.quirks: [ok, no, P, A, P], .dataProtection: [P, no, no, A, no]]),
    RefusalRow("limit a Boolean", ["m_Limit": true], [P, P, P, A, P], [.dataProtection: [P, P, no, A, no]]),
    RefusalRow("limit a word", ["m_Limit": "1"], [P, P, P, A, P], [.dataProtection: [P, P, no, A, no]]),
    RefusalRow("limit a fraction", ["m_Limit": 1.9], [P, P, P, A, P], [.dataProtection: [P, P, no, A, no]]),
    RefusalRow("limit not a number", ["m_Limit": Double.nan], [P, P, P, A, P], [.dataProtection: [P, P, no, A, no]]),
    RefusalRow("limit huge", ["m_Limit": 1e30], [P, P, P, A, P], [.dataProtection: [P, P, no, A, no]]),
    RefusalRow("limit -2", ["m_Limit": -2], [P, P, P, A, P], [.dataProtection: [P, P, no, A, no]]),
    RefusalRow("limit -1", ["m_Limit": -1], [P, no, P, A, P], [.quirks: [ok, no, P, A, P], .dataProtection: [P, no, no, A, no]]),
    RefusalRow("limit 0", ["m_Limit": 0], [P, no, P, A, P], [.quirks: [ok, no, P, A, P], .dataProtection: [P, no, no, A, no]]),
    RefusalRow("case insensitive", ["m_CaseInsensitive": true], [P, no, P, A, P], [.quirks: [ok, no, P, A, P], .dataProtection: [P, no, no, A, no]]),
    RefusalRow("item list", ["m_ItemList": [1, ["a": Data()]]], [P, no, P, A, P], [.quirks: [ok, no, P, A, P], .dataProtection: [P, no, no, A, no]]),
    RefusalRow("host", ["m_HostOrSubdomainOfHost": "a"], [P, U, P, A, P], [.quirks: [ok, U, P, A, P]]),
    RefusalRow("host a number", ["m_HostOrSubdomainOfHost": 1], [P, P, P, A, P]),
    RefusalRow("policy", ["m_Policy": "a"], [P, P, P, P, P], [.dataProtection: [P, P, no, P, no]]),
    RefusalRow("policy of no certificate", ["m_Policy": SecPolicyCreateBasicX509()], [P, U, P, A, P], [.quirks: [ok, U, P, A, P], .dataProtection: [P, U, no, A, no]]),
    RefusalRow("trusted only", ["m_TrustedOnly": true], [P, no, P, A, P], [.quirks: [ok, no, P, A, P], .dataProtection: [P, no, no, A, no]]),
    RefusalRow("trusted only a number", ["m_TrustedOnly": 1], [P, P, P, A, P], [.dataProtection: [P, P, no, A, no]]),
    RefusalRow("valid on null", ["m_ValidOnDate": NSNull()], [P, no, P, A, P], [.quirks: [ok, no, P, A, P], .dataProtection: [P, no, no, A, no]]),
    RefusalRow("valid on text", ["m_ValidOnDate": "now"], [P, P, P, A, P], [.dataProtection: [P, P, no, A, no]]),
    RefusalRow("e-mail a number", ["m_EmailAddressIfPresent": 1], [P, P, P, A, P], [.dataProtection: [P, P, no, A, no]]),
    RefusalRow("issuers a name", ["m_Issuers": [DistinguishedNames.common]], [P, U, P, A, P], [.quirks: [ok, U, P, A, P], .dataProtection: [P, U, no, A, no]]),
    RefusalRow("issuers no name", ["m_Issuers": [Data([1, 2]), "a"]], [P, no, P, A, P], [.quirks: [ok, no, P, A, P], .dataProtection: [P, no, no, A, no]]),
    RefusalRow("issuers no array", ["m_Issuers": DistinguishedNames.common], [P, no, P, A, P], [.quirks: [ok, no, P, A, P], .dataProtection: [P, no, no, A, no]]),

    // Return keys.
    RefusalRow("return data", ["r_Data": true], [ok, no, P, A, no], [.dataProtection: [ok, no, no, A, no]]),
    RefusalRow("return data false", ["r_Data": false], [ok, no, no, A, no]),
    RefusalRow("return data a number", ["r_Data": 1], [P, P, P, A, P], [.dataProtection: [P, P, no, A, no]]),
    RefusalRow("return data text", ["r_Data": "true"], [P, P, P, A, P], [.dataProtection: [P, P, no, A, no]]),
    RefusalRow("return reference of a password", ["r_Ref": true], [ok, no, P, A, no], [.dataProtection: [ok, no, no, A, no]]),

    // Use keys.
    RefusalRow("prompts skip", ["u_AuthUI": "u_AuthUIS"], [P, no, P, A, P]),
    RefusalRow("prompts fail", ["u_AuthUI": "u_AuthUIF"], [ok, no, no, A, no]),
    RefusalRow("prompts allow", ["u_AuthUI": "u_AuthUIA"], [ok, no, no, A, no]),
    RefusalRow("prompts a number", ["u_AuthUI": 1], [P, P, P, A, P]),
    RefusalRow("no prompts", ["u_NoAuthUI": true], [ok, no, no, A, no]),
    RefusalRow("no prompts a number", ["u_NoAuthUI": 1], [P, P, P, A, P]),
    RefusalRow("prompt", ["u_OpPrompt": "why"], [ok, no, no, A, no]),
    RefusalRow("caller name", ["u_CallerName": "who"], [ok, no, no, A, no]),
    RefusalRow("handle", ["u_CredRef": Data()], [ok, no, no, A, no]),
    RefusalRow("handle text", ["u_CredRef": "a"], [P, P, P, A, P]),
    RefusalRow("context no context", ["u_AuthCtx": "a"], [P, P, P, P, P]),
    RefusalRow("tombstones", ["u_Tomb": true], [ok, no, no, A, no]),
    RefusalRow("tombstones a date", ["u_Tomb": Date()], [P, P, P, A, P]),
    RefusalRow("use list", ["u_ItemList": [1]], [P, P, P, A, no], [.quirks: [ok, P, P, A, no]]),
    RefusalRow("use keychain", ["u_Keychain": "a"], [P, P, P, A, P]),
    RefusalRow("search list", ["m_SearchList": ["a"]], [P, no, P, A, P], [.quirks: [ok, no, P, A, P], .dataProtection: [P, P, P, A, P]]),
    RefusalRow("system keychain", ["u_SystemKeychain": true], [P, P, P, A, P]),
    RefusalRow("other users' keychain", ["u_UserIndependentKeychain": true], [P, P, P, A, P]),
    RefusalRow("access list", ["acls": "a"], [A, A, A, A, A], [.dataProtection: [A, A, no, A, no]]),

    // Value keys.
    RefusalRow("secret text", ["v_Data": "a"], [P, P, P, P, P], [.dataProtection: [P, P, no, P, no]]),
    RefusalRow("secret null", ["v_Data": NSNull()], [P, P, P, P, P], [.dataProtection: [P, P, no, P, no]]),
    RefusalRow("secret", ["v_Data": Data([1])], [ok, no, no, no, no]),
    RefusalRow("secret too large", ["v_Data": Data(count: 100 << 20) as NSData], [L, no, no, L, no]),
    RefusalRow("reference of a wrong type", ["v_Ref": "a"], [P, P, P, P, P]),
    RefusalRow("persistent reference text", ["v_PersistentRef": "a"], [P, P, P, A, P]),
    RefusalRow("persistent reference short", ["v_PersistentRef": Data(count: 3)], [P, P, P, A, P]),
    RefusalRow("persistent reference", ["v_PersistentRef": PersistentReferences.second], [P, no, no, A, no], [.quirks: [ok, no, no, A, no]]),
    RefusalRow("persistent reference, first form", ["v_PersistentRef": PersistentReferences.first], [P, no, no, A, no]),
    RefusalRow("persistent reference and attribute", ["v_PersistentRef": PersistentReferences.second, "svce": "a"], [P, P, no, A, no], [.quirks: [ok, P, no, A, no]]),
    RefusalRow("first form and attribute", ["v_PersistentRef": PersistentReferences.first, "svce": "a"], [P, no, P, A, P]),
    RefusalRow("persistent reference and sync", ["v_PersistentRef": PersistentReferences.second, "sync": true], [P, P, no, A, no], [.quirks: [ok, P, no, A, no]]),
    RefusalRow("persistent reference and sync any", ["v_PersistentRef": PersistentReferences.second, "sync": "syna"], [P, no, no, A, no], [.quirks: [ok, no, no, A, no]]),
    RefusalRow("persistent reference of another class", ["v_PersistentRef": PersistentReferences.ofServer], [C, C, C, A, C]),

    // Access groups (Specification/secitem.md, "Checks of access groups"). The caller holds G1 and
    // G2.
    RefusalRow("group held", ["agrp": "G2"], [ok, no, no, no, no]),
    RefusalRow("group foreign", ["agrp": "X"], [E, E, E, E, E]),
    RefusalRow("group data", ["agrp": Data("G1".utf8)], [E, no, E, E, E]),
    RefusalRow("group a number", ["agrp": 5], [P, P, E, E, E]),
    RefusalRow("group foreign, bad key", ["agrp": "X", "zz": 1], [P, P, E, E, E]),
    RefusalRow("sharing group", ["ggrp": "a"], [E, no, E, P, no]),
    RefusalRow("sharing group and sync", ["ggrp": "a", "sync": true], [P, P, P, P, P]),
    RefusalRow("system bound", ["sysb": 1], [E, no, no, E, no]),
    RefusalRow("extra notes", ["binn": Data(), "class": "inet"], [E, no, no, A, no]),
  ]
}

/// Distinguished names in DER.
enum DistinguishedNames {
  /// The name of the common name "a".
  static let common = Data([
    0x30, 0x0C, 0x31, 0x0A, 0x30, 0x08, 0x06, 0x03, 0x55, 0x04, 0x03, 0x0C, 0x01, 0x61,
  ])
}

/// Persistent references that belong to no item.
enum PersistentReferences {
  static let first = Data("genp".utf8) + Data(count: 8)
  static let second = Data("genp".utf8) + Data(count: 16)
  static let ofServer = Data("inet".utf8) + Data(count: 16)
}
