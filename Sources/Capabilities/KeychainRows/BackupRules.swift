// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Which items go into a backup, and which of the store stay when one is restored
/// (spec/secitem.md 14).
package enum BackupRules {
  /// The groups whose items a restore leaves as they are (14.2).
  private static let keptGroups: Set<String> = [
    "com.apple.security.sos", "com.apple.security.sos-usercredential", "com.apple.security.ckks",
    "com.apple.security.egoIdentities", "com.apple.security.octagon",
  ]
  /// The groups whose items belong to the system where nothing else is said (14.1).
  private static let systemGroups: Set<String> = ["com.apple.security.sos", "lockdown-identities"]

  /// Why an item is not exported; nil: it is.
  package static func omission(of item: OpenedItem) -> Backup.Omission? {
    if item.facts.protection == .whenPasscodeSetThisDeviceOnly { return .needsPasscode }
    if isPresent(item[.tokenIdentifier]) { return .token }
    if isOfSystem(item) { return .system }
    let accessControl = item.accessControl
    let isConstrained = ConstrainedOperation.allCases.contains { operation in
      guard let rule = accessControl.rule(for: operation) else { return false }
      return rule != .allowed || accessControl.isConstrained(operation)
    }
    return isConstrained ? .constrained : nil
  }

  /// Whether a restore leaves an item of the store that is not synchronizable.
  package static func isKept(_ item: OpenedItem) -> Bool {
    keptGroups.contains(item.group) || isOfSystem(item)
  }

  /// Bound to the system, or shared: in no ordinary backup, and untouched by a restore.
  private static func isOfSystem(_ item: OpenedItem) -> Bool {
    if isPresent(item[.sharingGroup]) { return true }
    if case .number(let bound)? = item[.systemBound] { return bound != 0 }
    return systemGroups.contains(item.group)
  }

  private static func isPresent(_ value: AttributeValue?) -> Bool {
    guard case .text(let text)? = value else { return false }
    return !text.isEmpty
  }
}
