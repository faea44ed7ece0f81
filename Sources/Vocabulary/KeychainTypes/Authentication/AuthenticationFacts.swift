// SPDX-License-Identifier: Apache-2.0

/// The means of authentication (sensor, passcode, paired devices) that a device has at one moment,
/// as one caller sees them.
///
/// An `Authenticator` makes these facts without a prompt. Every decision that needs no prompt
/// depends on these facts alone. Examples are whether a requirement can be met, whether earlier
/// proofs suffice, and how an access control is bound to the device
/// (Specification/access-control.md, "canEvaluatePolicy: decision table", "Evaluation", "Evidence
/// of a context, and SecItem").
package struct AuthenticationFacts: Hashable, Sendable {
  /// The biometric sensor of the device and its enrolment; nil if no sensor was found or looked
  /// for.
  package var biometry: Biometry?
  /// True if the authenticator looked for a biometric sensor when it made these facts.
  ///
  /// If false, `biometry` does not tell whether the device has a sensor.
  package var knowsReader = true
  /// True if a passcode is set that a prompt can ask the user for.
  package var hasPasscode = false
  /// True if the passcode is the password of the user's Linux account, which protects no key
  /// (Specification/access-control.md, "The passcode on Linux", `pam-only`).
  package var passcodeIsGate = false
  /// A number that is different after each change of the passcode.
  ///
  /// A proof that was given with an earlier passcode is no longer valid.
  package var passcodeVersion: UInt64 = 0
  /// The devices that the user has paired with this device, by their type.
  package var companions: [CompanionType: Companion] = [:]
  /// True if the caller is in the foreground and a prompt can be shown to the user.
  package var isInteractive = false
  /// True if the program's environment forbids prompts (`LATCHKEY_INTERACTION=never`).
  package var isForbiddenByVariable = false
  /// The moment when these facts were made, in microseconds since boot; the time that the device
  /// slept is included.
  package var sinceBoot: Int64 = 0
  /// The time when biometry last unlocked the device, in microseconds since boot.
  ///
  /// Nil before the first unlock by biometry, and after a lock, a reboot or a change of the
  /// enrolment (Specification/access-control.md, "Reuse duration").
  package var lastBiometricUnlock: Int64?
  /// A number that changes when the device is locked, rebooted or erased; proofs that were given
  /// under another number are invalid.
  package var era: UInt64 = 0
  package var rules: Rules = []

  package init() {}

  /// The reason why no prompt can be shown to the user, in words for a message; nil if a prompt can
  /// be shown.
  package var noPrompt: String? {
    if isForbiddenByVariable { return Self.forbiddenByVariable }
    return isInteractive ? nil : "no terminal and no display"
  }

  package static let forbiddenByVariable = "LATCHKEY_INTERACTION=never forbids it"

  /// A biometric sensor and its enrolments.
  package struct Biometry: Hashable, Sendable {
    package let kind: Kind
    /// True if the sensor can be used; false while the lid is closed, or if a policy of the device
    /// forbids the sensor.
    package var isUsable = true
    /// True if the user has forbidden the sensor to the caller for which these facts were made.
    package var isRefused = false
    /// True if the device no longer uses the sensor, because five matches in a row have failed.
    package var isLockedOut = false
    /// Sixteen random bytes that identify the present enrolment and are replaced at every change of
    /// the enrolment.
    ///
    /// An earlier value is never used again.
    package var generation: Identifier16
    /// The names of the enrolled fingers or faces, in ascending order; empty if nothing is
    /// enrolled.
    package var enrolments: [String] = []

    package init(_ kind: Kind, generation: Identifier16, enrolments: [String] = []) {
      self.kind = kind
      self.generation = generation
      self.enrolments = enrolments.sorted()
    }

    package var isEnrolled: Bool { !enrolments.isEmpty }

    /// The kinds of sensors; the raw values are the numbers of `LABiometryType`.
    package enum Kind: Int, Hashable, Sendable, CaseIterable {
      case touch = 1
      case face = 2
      case optic = 4
    }
  }

  /// A paired device, such as a watch, that can confirm that the user is present.
  package struct Companion: Hashable, Sendable {
    package var isInReach: Bool
    /// Sixteen random bytes that identify the pairing; each new pairing of the device has new
    /// bytes.
    package let pairing: Identifier16

    package init(isInReach: Bool, pairing: Identifier16) {
      self.isInReach = isInReach
      self.pairing = pairing
    }
  }

  /// The rules of authentication that differ between Apple's operating systems.
  package struct Rules: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// If a passcode is missing and biometry has a problem too, the problem of biometry is reported
    /// first (Specification/access-control.md, "canEvaluatePolicy: decision table").
    ///
    /// Without this rule, the missing passcode is reported first.
    package static let headerErrorOrder = Rules(rawValue: 1 << 0)
    /// The prompt shows the fallback button only after a failed match; without this rule, it shows
    /// the button from the start, as on macOS.
    package static let fallbackAfterFailure = Rules(rawValue: 1 << 1)
    /// A paired device can prove the factor "user presence", as on macOS; without this rule, it
    /// cannot.
    package static let companionProvesPresence = Rules(rawValue: 1 << 2)
  }
}

/// The types of paired devices that can confirm that the user is present; the raw values are the
/// numbers of `LACompanionType`.
package enum CompanionType: Int, Hashable, Comparable, Sendable, CaseIterable {
  case watch = 1
  case mac = 2
  case vision = 4

  package static func < (left: CompanionType, right: CompanionType) -> Bool {
    left.rawValue < right.rawValue
  }
}
