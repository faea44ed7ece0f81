// SPDX-License-Identifier: Apache-2.0

extension DeviceState {
  /// An app, as a test names it; what it may do now stands in the state.
  public struct App: Hashable, Sendable {
    /// Its name on the device, without the team.
    public let name: String
    /// Its version when it is installed.
    public let version: String
    /// Its entitlements when it is installed.
    public let entitlements: Entitlements

    /// An app; several values of one name are the same app.
    public init(_ name: String, entitlements: Entitlements = Entitlements(), version: String = "1")
    {
      self.name = name
      self.version = version
      self.entitlements = entitlements
    }

    /// The app that a new device has.
    public static let main = App("main")
  }

  /// What a signature says of the Keychain.
  public struct Entitlements: Hashable, Sendable {
    /// What stands before the app's name in its identifier: the team.
    public let prefix: String
    /// The access groups; the first is where new items go.
    public let groups: [String]
    /// Whether there is an identifier, whose own group comes after the others.
    let hasIdentifier: Bool

    /// Access groups beside the app's own.
    public init(prefix: String = "TEST", groups: [String] = []) {
      self.prefix = prefix
      self.groups = groups
      hasIdentifier = true
    }

    private init() {
      prefix = ""
      groups = []
      hasIdentifier = false
    }

    /// A program without entitlements: every call is errSecMissingEntitlement.
    public static let none = Entitlements()
  }

  /// An app on the device.
  public struct InstalledApp: Hashable, Sendable {
    /// Its version; an upgrade changes it.
    public internal(set) var version: String
    /// What its signature allows.
    public internal(set) var entitlements: Entitlements
    /// False after it was deleted.
    public internal(set) var isInstalled = true

    init(_ app: App) {
      version = app.version
      entitlements = app.entitlements
    }
  }
}
