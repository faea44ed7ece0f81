// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The rules that decide which items a backup contains, and which items of the store a restore
/// leaves unchanged (Specification/secitem.md, "Backup and restore").
package enum BackupRules {
  /// The access groups whose local (not synchronizable) items a restore leaves unchanged in the
  /// store (Specification/secitem.md, "Importing a backup").
  private static let keptGroups: Set<String> = [
    "com.apple.security.sos", "com.apple.security.sos-usercredential", "com.apple.security.ckks",
    "com.apple.security.egoIdentities", "com.apple.security.octagon",
  ]
  /// The access groups whose items belong to the system, unless the attribute `sysb` of an item is
  /// 0 (Specification/secitem.md, "Exporting a backup").
  private static let systemGroups: Set<String> = ["com.apple.security.sos", "lockdown-identities"]

  /// Returns the reason why a backup leaves out an item, or nil if the backup includes it.
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

  /// True if a restore leaves this item of the store unchanged, because its access group or an
  /// attribute marks it as a system item.
  ///
  /// A restore calls this function only for items that it would otherwise remove.
  package static func isKept(_ item: OpenedItem) -> Bool {
    keptGroups.contains(item.group) || isOfSystem(item)
  }

  /// True if an item has a sharing group or is bound to the system.
  ///
  /// The attribute `sysb` says whether the item is bound to the system. Without this attribute, an
  /// item in one of the access groups `systemGroups` is bound. Ordinary backups omit the item, and
  /// a restore leaves the item unchanged.
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
