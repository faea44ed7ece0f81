// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

/// The proof that the user must give to authorize a right (Specification/access-control.md, "Rights
/// of LocalAuthentication").
public class LAAuthenticationRequirement: NSObject, @unchecked Sendable {
  /// The flags with which an access control demands the same proof as this requirement.
  let flags: AccessControl.Flags

  required init(flags: AccessControl.Flags) {
    self.flags = flags
    super.init()
  }

  /// The default requirement: the user must authenticate by biometry or with the passcode.
  public class var `default`: LAAuthenticationRequirement {
    LAAuthenticationRequirement(flags: .userPresence)
  }

  /// The requirement that the user authenticates by any enrolled finger or face.
  public class var biometry: LAAuthenticationRequirement {
    LAAuthenticationRequirement(flags: .biometryAny)
  }

  /// The requirement that the user authenticates by biometry, with the enrolment at the time when
  /// the right was saved.
  ///
  /// If a finger or face is added or removed later, the user can no longer satisfy the requirement.
  public class var biometryCurrentSet: LAAuthenticationRequirement {
    LAAuthenticationRequirement(flags: .biometryCurrentSet)
  }

  /// Returns the requirement that the user authenticates by biometry or with the proof that the
  /// fallback stands for, such as the passcode.
  public class func biometry(fallback: LABiometryFallbackRequirement) -> Self {
    Self(flags: fallback.flags.union(.biometryAny))
  }

  /// This requirement as a value of Latchkey's internal type `AuthenticationRequirement`.
  ///
  /// Nil if the requirement has flags that must not be used together.
  var value: AuthenticationRequirement? {
    guard let accessControl = try? AccessControl(protectionName: "akpu", flags: flags) else {
      return nil
    }
    return AuthenticationRequirement(accessControl, for: .decrypt)
  }
}

/// A proof that a requirement accepts instead of biometry (Specification/access-control.md, "Rights
/// of LocalAuthentication").
public final class LABiometryFallbackRequirement: NSObject, Sendable {
  let flags: AccessControl.Flags

  private init(_ flags: AccessControl.Flags) {
    self.flags = flags
    super.init()
  }

  /// The default fallback, which is the passcode of the device.
  public class var `default`: LABiometryFallbackRequirement { devicePasscode }
  /// The passcode of the device as the fallback.
  public class var devicePasscode: LABiometryFallbackRequirement {
    LABiometryFallbackRequirement([.or, .devicePasscode])
  }
}
