// SPDX-License-Identifier: Apache-2.0
internal import KeychainTypes

extension TestApp {
  /// What the signature of an app says of the Keychain.
  public struct Entitlements: Hashable, Sendable {
    /// The team, which precedes the app's name and a period in its identifier.
    ///
    /// If it is empty, the name is the whole identifier.
    public let prefix: String
    /// The access groups beside the app's own; new items go to the first.
    public let groups: [String]
    /// Whether there is an identifier, whose own group comes after the others.
    let hasIdentifier: Bool

    /// Access groups beside the app's own.
    public init(prefix: String = "TEST", groups: [String] = []) {
      self.prefix = prefix
      self.groups = groups
      hasIdentifier = true
    }

    private init(exactly groups: [String]) {
      prefix = ""
      self.groups = groups
      hasIdentifier = false
    }

    /// Exactly these access groups, and no group of the app's own.
    public static func exactly(_ groups: [String]) -> Entitlements {
      Entitlements(exactly: groups)
    }

    /// No entitlements: every call answers errSecMissingEntitlement.
    public static let none = Entitlements(exactly: [])

    /// The identity of an app with these entitlements.
    func caller(named name: String, version: String? = nil) -> Caller {
      guard hasIdentifier else { return Caller(identifier: name, groups: groups) }
      let identifier = prefix.isEmpty ? name : prefix + "." + name
      // An entitlements file may list the app's own group too.
      let own = groups.contains(identifier) ? [] : [identifier]
      return Caller(identifier: identifier, groups: groups + own, version: version)
    }
  }
}
