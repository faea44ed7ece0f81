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
    /// Known by its identifier alone, as a person gives it.
    case named
  }

  /// The application identifier, recorded as creator and in the history.
  package let identifier: String
  /// The full list in its order; the first is the default of Add.
  package let groups: [String]
  /// Whether every group is visible (`*`).
  package let seesAllGroups: Bool
  package let origin: Origin
  /// Where the program lies; nil where a test says who it is.
  package let executable: String?
  /// The version that it gives itself.
  package let version: String?
  /// What every call of it answers, where its entitlements file is void.
  package let refusal: KeychainError?

  package init(
    identifier: String, groups: [String], seesAllGroups: Bool = false,
    origin: Origin = .simulated, executable: String? = nil, version: String? = nil,
    refusal: KeychainError? = nil
  ) {
    self.identifier = identifier
    self.groups = groups
    self.seesAllGroups = seesAllGroups
    self.origin = origin
    self.executable = executable
    self.version = version
    self.refusal = refusal
  }

  /// Callers are the same by what they may do; which file and version it is changes nothing.
  package static func == (left: Caller, right: Caller) -> Bool {
    left.identifier == right.identifier && left.groups == right.groups
      && left.seesAllGroups == right.seesAllGroups && left.origin == right.origin
      && left.refusal == right.refusal
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
    hasher.combine(groups)
  }

  /// The group of tokens' objects, readable but never writable.
  package static let tokenGroup = "com.apple.token"
}
