// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

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
