// SPDX-License-Identifier: Apache-2.0
internal import KeychainTypes

/// An app or another program, with the parts of its code signature that decide its keychain access.
///
/// `SimulatedDevice` and `TemporaryKeychain` share this type, and both call it `App`.
///
/// ```swift
/// let wallet = SimulatedDevice.App(
///   "TEAM1.org.example.wallet", groups: ["TEAM1.org.example.shared"])
/// ```
public struct TestApp: Hashable, Sendable {
  /// The application identifier without its prefix, or the whole identifier if the entitlements
  /// have no prefix.
  ///
  /// The identifier is the prefix, a period and this name. A device knows its apps by their names:
  /// several values with one name are the same app.
  public let name: String
  /// The version with which the app is installed.
  public let version: String
  /// The entitlements with which the app is installed.
  public let entitlements: Entitlements

  /// Makes an app from its application identifier and its access groups, as in its entitlements
  /// file.
  ///
  /// - Parameters:
  ///   - identifier: the whole `application-identifier`, including the team. The identifier is also
  ///     the app's own access group, which comes last.
  ///   - groups: the `keychain-access-groups`, including the teams. New items go to the first
  ///     group, or to the app's own group if the list is empty.
  ///   - version: the app's version, which explanations of lost items mention.
  public init(_ identifier: String, groups: [String] = [], version: String = "1") {
    self.init(
      identifier, entitlements: Entitlements(prefix: "", groups: groups), version: version)
  }

  /// Makes an app from a name and entitlements.
  ///
  /// If the entitlements have a prefix, the app's identifier is the prefix, a period and the name.
  public init(_ name: String, entitlements: Entitlements, version: String = "1") {
    self.name = name
    self.version = version
    self.entitlements = entitlements
  }

  /// The app on a new device, "TEST.main", which has only its own access group.
  public static let main = TestApp("main", entitlements: Entitlements())

  /// The calling program of a new temporary keychain, "test.application", which has only its own
  /// access group.
  public static let standard = TestApp("test.application")

  /// A program without entitlements.
  ///
  /// Each of its calls returns errSecMissingEntitlement.
  public static let unentitled = TestApp.withGroups(exactly: [])

  /// Returns a program with exactly these access groups, without a group of its own.
  ///
  /// If `groups` is empty, every call returns errSecMissingEntitlement, as on Apple's systems for a
  /// program without entitlements.
  public static func withGroups(exactly groups: [String]) -> TestApp {
    TestApp("test.application", entitlements: .exactly(groups))
  }
}

extension TestApp {
  /// The part of an app's code signature that decides its keychain access.
  public struct Entitlements: Hashable, Sendable {
    /// The team identifier, with which the app's application identifier begins.
    ///
    /// A period and the app's name follow. If the prefix is empty, the name is the whole
    /// identifier.
    public let prefix: String
    /// The access groups besides the app's own group.
    ///
    /// New items go to the first of these groups.
    public let groups: [String]
    /// True if the app has an application identifier.
    ///
    /// The identifier is then the app's own access group, which comes after `groups`.
    let hasIdentifier: Bool

    /// Makes entitlements with access groups besides the app's own group.
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

    /// Returns entitlements with exactly these access groups, without a group of the app's own.
    public static func exactly(_ groups: [String]) -> Entitlements {
      Entitlements(exactly: groups)
    }

    /// Entitlements without an application identifier and without access groups.
    ///
    /// Each call of a program with these entitlements returns errSecMissingEntitlement.
    public static let none = Entitlements(exactly: [])

    /// Returns the identity and access groups that an app with these entitlements has in its
    /// keychain calls.
    ///
    /// - Parameters:
    ///   - name: the name of the app.
    ///   - version: the version of the app, or nil if it is not known.
    func caller(named name: String, version: String? = nil) -> Caller {
      guard hasIdentifier else { return Caller(identifier: name, groups: groups) }
      let identifier = prefix.isEmpty ? name : prefix + "." + name
      // An entitlements file may list the app's own group too.
      let own = groups.contains(identifier) ? [] : [identifier]
      return Caller(identifier: identifier, groups: groups + own, version: version)
    }
  }
}
