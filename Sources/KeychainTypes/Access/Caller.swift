// SPDX-License-Identifier: Apache-2.0

/// A verified identity with the access groups it may use (spec/secitem.md 8.1).
///
/// Made by `CodeIdentity` only; a caller's own word never makes one.
package struct Caller: Hashable, Sendable {
  /// Where the identity comes from (fact F3 of diagnostics).
  package enum Origin: Hashable, Sendable {
    case entitlementsFile(path: String)
    case adHoc
    case tool
    case simulated
  }

  /// The application identifier, recorded as creator and in the history.
  package let identifier: String
  /// The full list in its order; the first is the default of Add.
  package let groups: [String]
  /// Whether every group is visible (`*`).
  package let seesAllGroups: Bool
  package let origin: Origin

  package init(
    identifier: String, groups: [String], seesAllGroups: Bool = false, origin: Origin = .simulated
  ) {
    self.identifier = identifier
    self.groups = groups
    self.seesAllGroups = seesAllGroups
    self.origin = origin
  }

  /// The group of tokens' objects, readable but never writable.
  package static let tokenGroup = "com.apple.token"
}
