// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Turns a decoded property list into `Entitlements`; the rules of spec code-identity 4.1 that
/// hold without a signature.
struct EntitlementsReader {
  let entries: [String: PropertyListValue]

  func entitlements() throws(EntitlementsError) -> Entitlements {
    let reserved = entries.keys.filter { $0.hasPrefix("com.apple.private.") }.min()
    if let reserved { throw .reserved(key: reserved) }
    return Entitlements(
      keychainAccessGroups: try names(EntitlementKey.keychainAccessGroups),
      associatedApplicationIdentifiers: try oneOrMoreNames(
        EntitlementKey.associatedApplicationIdentifier),
      applicationIdentifier: try applicationIdentifier(),
      applicationGroups: try names(EntitlementKey.applicationGroups),
      isAppClip: try flag(EntitlementKey.onDemandInstallCapable),
      version: version)
  }

  private func applicationIdentifier() throws(EntitlementsError) -> String? {
    let phone = try name(EntitlementKey.applicationIdentifier)
    let mac = try name(EntitlementKey.macApplicationIdentifier)
    if let phone, let mac, !phone.hasSameBytes(as: mac) { throw .conflictingIdentifiers }
    return phone ?? mac
  }

  /// Whatever is no text says nothing.
  private var version: String? {
    guard case .text(let version)? = entries[EntitlementKey.shortVersion] else { return nil }
    return version
  }

  private func name(_ key: String) throws(EntitlementsError) -> String? {
    guard let value = entries[key] else { return nil }
    guard case .text(let name) = value else { throw .wrongType(key: key) }
    return try checked(name, of: key)
  }

  private func names(_ key: String) throws(EntitlementsError) -> [String] {
    guard let value = entries[key] else { return [] }
    guard case .list(let list) = value else { throw .wrongType(key: key) }
    var names: [String] = []
    for element in list {
      guard let name = element else { throw .wrongType(key: key) }
      names.append(try checked(name, of: key))
    }
    return names
  }

  private func oneOrMoreNames(_ key: String) throws(EntitlementsError) -> [String] {
    if case .text(let single)? = entries[key] { return [try checked(single, of: key)] }
    return try names(key)
  }

  private func flag(_ key: String) throws(EntitlementsError) -> Bool {
    guard let value = entries[key] else { return false }
    guard case .flag(let flag) = value else { throw .wrongType(key: key) }
    return flag
  }

  private func checked(_ name: String, of key: String) throws(EntitlementsError) -> String {
    if name.isEmpty { throw .emptyName(key: key) }
    if name.utf8.contains(UInt8(ascii: "*")) { throw .wildcard(key: key) }
    return name
  }
}

/// The entitlements that we read.
enum EntitlementKey {
  static let keychainAccessGroups = "keychain-access-groups"
  static let associatedApplicationIdentifier =
    "com.apple.developer.associated-application-identifier"
  static let applicationIdentifier = "application-identifier"
  static let macApplicationIdentifier = "com.apple.application-identifier"
  static let applicationGroups = "com.apple.security.application-groups"
  static let shortVersion = "CFBundleShortVersionString"
  static let onDemandInstallCapable = "com.apple.developer.on-demand-install-capable"
}
