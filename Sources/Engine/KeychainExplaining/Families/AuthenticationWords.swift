// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Creates finding K312: the reason why an authentication failed (-25293), with advice.
enum AuthenticationWords {
  static func finding(_ error: KeychainError, _ device: CallFacts.Device) -> Finding {
    if case .authentication(let failure)? = error.context {
      return Finding(text(failure)).fix(fix(failure, device))
    }
    if case .seconds(let seconds)? = error.context {
      return Finding(.authenticationFailed.throttled(seconds: seconds))
        .fix(.authenticationFailed.wait)
    }
    let isPassword = "\(error.reason)".contains("application password")
    return Finding(
      isPassword
        ? .authenticationFailed.wrongPassword
        : .authenticationFailed.reason(reason: error.reason.capitalized)
    ).fix(isPassword ? .authenticationFailed.setPassword : .authenticationFailed.askAgain)
  }

  private static func text(_ failure: AuthenticationFailure) -> FindingText {
    let code = failure.rawValue
    return switch failure {
    case .biometryLockout: .authenticationFailed.lockedOut(code: code)
    case .biometryNotEnrolled: .authenticationFailed.notEnrolled(code: code)
    case .passcodeNotSet: .authenticationFailed.noPasscode(code: code)
    case .authenticationFailed: .authenticationFailed.notRecognised(code: code)
    case .systemCancel: .authenticationFailed.noAnswer(code: code)
    case .biometryNotAvailable, .biometryNotPaired, .biometryDisconnected, .companionNotAvailable,
      .appCancel, .userCancel, .userFallback, .invalidContext, .notInteractive, .noRule,
      .invalidDimensions:
      .authenticationFailed.other(reason: failure.reason.capitalized, code: code)
    }
  }

  private static func fix(
    _ failure: AuthenticationFailure, _ device: CallFacts.Device
  ) -> FindingText {
    let (isMachine, hasPasscode) = (device.isMachine, device.hasPasscode)
    return switch failure {
    case .biometryLockout: .authenticationFailed.passcodeOnce
    case .biometryNotEnrolled:
      isMachine
        ? .authenticationFailed.enrolFinger(hasPasscode: hasPasscode)
        : .authenticationFailed.enrol(hasPasscode: hasPasscode)
    case .passcodeNotSet:
      isMachine ? .authenticationFailed.setPasscode : .authenticationFailed.askForPasscode
    case .biometryNotAvailable, .biometryNotPaired, .biometryDisconnected, .companionNotAvailable:
      hasPasscode ? .authenticationFailed.presence : .authenticationFailed.presenceLater
    case .appCancel, .userCancel, .userFallback: .authenticationFailed.again
    case .invalidContext: .authenticationFailed.newContext
    case .notInteractive: .authenticationFailed.interactive
    case .noRule: .authenticationFailed.addAnew
    case .authenticationFailed, .systemCancel, .invalidDimensions: .authenticationFailed.askAgain
    }
  }
}
