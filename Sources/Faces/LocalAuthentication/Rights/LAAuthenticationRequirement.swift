// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

/// What authorizing a right asks of the user (spec/access-control.md 1.10).
public class LAAuthenticationRequirement: NSObject, @unchecked Sendable {
  /// The flags of an access control that asks the same.
  let flags: AccessControl.Flags

  required init(flags: AccessControl.Flags) {
    self.flags = flags
    super.init()
  }

  /// Presence: biometry or the passcode.
  public class var `default`: LAAuthenticationRequirement {
    LAAuthenticationRequirement(flags: .userPresence)
  }

  /// Anything that is enrolled.
  public class var biometry: LAAuthenticationRequirement {
    LAAuthenticationRequirement(flags: .biometryAny)
  }

  /// What is enrolled when the right is saved.
  public class var biometryCurrentSet: LAAuthenticationRequirement {
    LAAuthenticationRequirement(flags: .biometryCurrentSet)
  }

  /// Biometry, or what may stand for it.
  public class func biometry(fallback: LABiometryFallbackRequirement) -> Self {
    Self(flags: fallback.flags.union(.biometryAny))
  }

  /// The rule of the core.
  var value: AuthenticationRequirement? {
    guard let accessControl = try? AccessControl(protectionName: "akpu", flags: flags) else {
      return nil
    }
    return AuthenticationRequirement(accessControl, for: .decrypt)
  }
}

/// What may stand for biometry (spec/access-control.md 1.10).
public final class LABiometryFallbackRequirement: NSObject, Sendable {
  let flags: AccessControl.Flags

  private init(_ flags: AccessControl.Flags) {
    self.flags = flags
    super.init()
  }

  /// What the system finds fit: the passcode.
  public class var `default`: LABiometryFallbackRequirement { devicePasscode }
  /// The passcode.
  public class var devicePasscode: LABiometryFallbackRequirement {
    LABiometryFallbackRequirement([.or, .devicePasscode])
  }
}
