// SPDX-License-Identifier: Apache-2.0

internal import KeychainTypes

extension TemporaryKeychain {
  /// A program, as its entitlements describe it to the Keychain.
  public struct Application: Hashable, Sendable {
    let identifier: String
    let groups: [String]

    /// A program with an application identifier, and access groups beside it.
    ///
    /// The first of `groups` is where new items go; without any it is the identifier's own group.
    public init(_ identifier: String, groups: [String] = []) {
      self.identifier = identifier
      self.groups = groups + [identifier]
    }

    private init(identifier: String, exactly groups: [String]) {
      self.identifier = identifier
      self.groups = groups
    }

    /// A program with exactly these groups; none at all makes every call errSecMissingEntitlement,
    /// as a program without entitlements gets it on Apple's systems.
    public static func withGroups(exactly groups: [String]) -> Application {
      Application(identifier: "test.application", exactly: groups)
    }

    /// A program with one group of its own.
    public static let standard = Application("test.application")

    /// A program without any entitlement.
    public static let unentitled = Application.withGroups(exactly: [])

    var caller: Caller {
      Caller(identifier: identifier, groups: groups, origin: .simulated)
    }
  }

  /// Whose rules hold (see the README on profiles).
  public enum Profile: Sendable {
    /// As on the Mac with `kSecUseDataProtectionKeychain`; the library's own default.
    case dataProtection
    /// As on iOS.
    case ios
    /// As on iOS, with Apple's bugs kept.
    case quirks

    var value: KeychainTypes.Profile {
      switch self {
      case .dataProtection: .dataProtection
      case .ios: .ios
      case .quirks: .quirks
      }
    }
  }
}
