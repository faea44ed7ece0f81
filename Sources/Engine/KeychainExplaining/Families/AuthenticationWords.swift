// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Creates finding K312: the reason why an authentication failed (-25293), with advice.
enum AuthenticationWords {
  static func finding(_ error: KeychainError, _ device: CallFacts.Device) -> Finding {
    if case .authentication(let failure)? = error.context {
      let (words, fix) = words(failure, device)
      return Finding(.authenticationFailed, "\(words). LA code \(failure.rawValue).").fix(fix)
    }
    if case .seconds(let seconds)? = error.context {
      return Finding(.authenticationFailed, "Throttled for \(seconds) s after wrong passcodes.")
        .fix("Wait; each wrong passcode makes the wait longer.")
    }
    let reason = "\(error.reason)"
    let isPassword = reason.contains("application password")
    return Finding(
      .authenticationFailed,
      isPassword
        ? "Wrong application password." : reason.prefix(1).uppercased() + reason.dropFirst() + "."
    ).fix(
      isPassword
        ? "Set the password of the item by LAContext.setCredential(_:type: .applicationPassword)."
        : "Keep the item and ask again.")
  }

  private static func orPresence(_ device: CallFacts.Device) -> String {
    device.hasPasscode ? "; or ask for userPresence, which the passcode meets." : "."
  }

  private static func words(
    _ failure: AuthenticationFailure, _ device: CallFacts.Device
  ) -> (String, String) {
    switch failure {
    case .biometryLockout:
      (
        "Biometry locked out after 5 attempts",
        "Ask the person for the passcode once: it unlocks biometry."
      )
    case .biometryNotEnrolled:
      (
        "Nothing enrolled",
        device.isMachine
          ? "fprintd-enroll enrols a finger" + orPresence(device)
          : "Ask the user to enrol" + orPresence(device)
      )
    case .passcodeNotSet:
      (
        "No passcode",
        device.isMachine
          ? "Set a passcode with security set-passcode." : "Ask the user to set a passcode."
      )
    case .authenticationFailed: ("Not recognised", "Keep the item and ask again.")
    case .systemCancel:
      (
        "No answer before the deadline, or the prompt was taken away",
        "Keep the item and ask again."
      )
    case .biometryNotAvailable, .biometryNotPaired, .biometryDisconnected, .companionNotAvailable:
      (
        sentence(failure),
        device.hasPasscode
          ? "Ask for userPresence, which the passcode meets."
          : "Ask for userPresence once a passcode is set, which meets it."
      )
    case .appCancel, .userCancel, .userFallback: (sentence(failure), "Ask again.")
    case .invalidContext: (sentence(failure), "Use a new LAContext.")
    case .notInteractive: (sentence(failure), "Ask where a prompt can be shown.")
    case .noRule:
      (sentence(failure), "Add the item anew with an access control that provides for it.")
    case .invalidDimensions: (sentence(failure), "Keep the item and ask again.")
    }
  }

  private static func sentence(_ failure: AuthenticationFailure) -> String {
    let reason = "\(failure.reason)"
    return reason.prefix(1).uppercased() + reason.dropFirst()
  }
}
