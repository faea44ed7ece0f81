// SPDX-License-Identifier: Apache-2.0

/// The verified identity of a program that calls the keychain, with the access groups that the
/// program may use (Specification/secitem.md, "The list of access groups").
///
/// Only `CodeIdentity` verifies the identity of a program. Statements of a program about itself are
/// never trusted.
package struct Caller: Hashable, Sendable {
  /// The way in which the caller's identity was found (Specification/diagnostics.md, "Facts of a
  /// call", F3).
  package enum Origin: Hashable, Sendable {
    case entitlementsFile(path: String)
    case adHoc
    case tool
    case simulated
    /// The identity is only an application identifier, which is not verified.
    ///
    /// The identifier comes from the user of the `security` command, or from the store's history of
    /// the application. The access groups and the version are those that the store recorded last. A
    /// program without a record has one access group, whose name is the identifier.
    case named
  }

  /// The application identifier of the program, which is recorded as the creator of its items and
  /// in the change history.
  package let identifier: String
  /// The access groups that the caller may use; their order matters, because Add uses the first
  /// group by default.
  package let groups: [String]
  /// True if the caller may see the items of every access group (`*`).
  package let seesAllGroups: Bool
  package let origin: Origin
  /// The path of the program's executable file; nil if the path is unknown, for example because a
  /// test has set the caller.
  package let executable: String?
  /// The version that the program states about itself, which is not verified; nil if it states no
  /// version.
  package let version: String?
  /// The error that every keychain call of the program throws because the program's entitlements
  /// file is invalid; nil if the file is valid.
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

  /// True if two callers have equal identifiers, access groups, origins and refusals, even if the
  /// program's file or version differs.
  package static func == (left: Caller, right: Caller) -> Bool {
    left.identifier == right.identifier && left.groups == right.groups
      && left.seesAllGroups == right.seesAllGroups && left.origin == right.origin
      && left.refusal == right.refusal
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
    hasher.combine(groups)
  }

  /// The access group of keys and certificates on tokens; callers may read items in this group, but
  /// never add or change items.
  package static let tokenGroup = "com.apple.token"
}
