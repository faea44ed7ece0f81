// SPDX-License-Identifier: Apache-2.0
internal import KeychainTypes

/// Short names for what belongs to the keychain.
extension TemporaryKeychain {
  /// A program that calls, with its access groups.
  public typealias App = TestApp
  /// The former name of `App`.
  public typealias Application = TestApp
  /// A call that no keychain was in reach of.
  public typealias Escape = SimulatedDevice.Escape

  /// The system whose rules the keychain follows (Documentation/Guides/profiles.md).
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
