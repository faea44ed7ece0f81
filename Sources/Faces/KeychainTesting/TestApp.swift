// SPDX-License-Identifier: Apache-2.0
internal import KeychainTypes

/// An app or another program, as its signature describes it to the Keychain.
///
/// `SimulatedDevice` and `TemporaryKeychain` share this type, and both call it `App`.
///
/// ```swift
/// let wallet = SimulatedDevice.App(
///   "TEAM1.org.example.wallet", groups: ["TEAM1.org.example.shared"])
/// ```
public struct TestApp: Hashable, Sendable {
  /// The application identifier, or the part of it that follows the prefix of `entitlements`.
  ///
  /// A device knows its apps by their names: several values of one name are the same app.
  public let name: String
  /// The version at the app's installation.
  public let version: String
  /// The entitlements at the app's installation.
  public let entitlements: Entitlements

  /// An app with the two values that its entitlements file lists.
  ///
  /// - Parameters:
  ///   - identifier: the whole `application-identifier`, team included. It is the app's own access
  ///     group too, the last one.
  ///   - groups: the `keychain-access-groups`, teams included. New items go to the first of them,
  ///     or to the app's own group if there are none.
  ///   - version: the version that explanations of lost items name.
  public init(_ identifier: String, groups: [String] = [], version: String = "1") {
    self.init(
      identifier, entitlements: Entitlements(prefix: "", groups: groups), version: version)
  }

  /// An app of a name, whose identifier begins with the prefix of its entitlements.
  public init(_ name: String, entitlements: Entitlements, version: String = "1") {
    self.name = name
    self.version = version
    self.entitlements = entitlements
  }

  /// The app of a new device: "TEST.main", with its own group alone.
  public static let main = TestApp("main", entitlements: Entitlements())

  /// The program of a new temporary keychain: "test.application", with its own group alone.
  public static let standard = TestApp("test.application")

  /// A program without entitlements: every call answers errSecMissingEntitlement.
  public static let unentitled = TestApp.withGroups(exactly: [])

  /// A program with exactly these access groups and no group of its own.
  ///
  /// Without any group every call answers errSecMissingEntitlement, as for a program without
  /// entitlements on Apple's systems.
  public static func withGroups(exactly groups: [String]) -> TestApp {
    TestApp("test.application", entitlements: .exactly(groups))
  }
}

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
