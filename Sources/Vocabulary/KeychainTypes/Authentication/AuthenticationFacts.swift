// SPDX-License-Identifier: Apache-2.0

/// What there is to authenticate with, as one caller sees it at one moment.
///
/// A snapshot that an `Authenticator` makes without a prompt. All that decides without asking
/// anybody is a pure function of it: preflight, evidence, bindings (spec/access-control.md 1.4,
/// 1.6, 1.9).
package struct AuthenticationFacts: Hashable, Sendable {
  /// Nil where there is no sensor.
  package var biometry: Biometry?
  /// Whether a sensor was looked for: false says that nothing is known of one.
  package var knowsReader = true
  /// Whether there is a passcode that can be asked for.
  package var hasPasscode = false
  /// Whether that is the password of the account: a gate, which keeps no key
  /// (spec/access-control.md 3.1, `pam-only`).
  package var passcodeIsGate = false
  /// Counts up with each change of the passcode, which ends what the old one proved.
  package var passcodeVersion: UInt64 = 0
  /// The paired devices of the user's.
  package var companions: [CompanionType: Companion] = [:]
  /// Whether somebody can be asked: the caller is in the foreground and a prompt can be shown.
  package var isInteractive = false
  /// Whether the environment of the program forbids to ask (`LATCHKEY_INTERACTION=never`).
  package var isForbiddenByVariable = false
  /// Microseconds since boot, sleep included.
  package var sinceBoot: Int64 = 0
  /// When biometry last unlocked the device, on the same clock.
  ///
  /// Nil before the first time and after a lock, a reboot and a change of the enrolment
  /// (spec/access-control.md 1.7).
  package var lastBiometricUnlock: Int64?
  /// Another number after every event that ends all evidence: lock, reboot, erase.
  package var era: UInt64 = 0
  package var rules: Rules = []

  package init() {}

  /// The reason why nobody can be asked, in the words of reports; nil if somebody can be.
  package var noPrompt: String? {
    if isForbiddenByVariable { return Self.forbiddenByVariable }
    return isInteractive ? nil : "no terminal and no display"
  }

  package static let forbiddenByVariable = "LATCHKEY_INTERACTION=never forbids it"

  /// A sensor and what is enrolled with it.
  package struct Biometry: Hashable, Sendable {
    package let kind: Kind
    /// False while the lid is closed and where a policy of the device forbids it.
    package var isUsable = true
    /// Whether the user refused this caller the use of it.
    package var isRefused = false
    /// Five failed matches in a row on this device.
    package var isLockedOut = false
    /// Sixteen random bytes, drawn anew at every change of the enrolment, so that no earlier value
    /// ever comes back.
    package var generation: Identifier16
    /// The names of what is enrolled, ascending.
    package var enrolments: [String] = []

    package init(_ kind: Kind, generation: Identifier16, enrolments: [String] = []) {
      self.kind = kind
      self.generation = generation
      self.enrolments = enrolments.sorted()
    }

    package var isEnrolled: Bool { !enrolments.isEmpty }

    /// The kinds of sensors; the numbers are those of `LABiometryType`.
    package enum Kind: Int, Hashable, Sendable, CaseIterable {
      case touch = 1
      case face = 2
      case optic = 4
    }
  }

  /// A paired device.
  package struct Companion: Hashable, Sendable {
    package var isInReach: Bool
    /// Drawn anew when the device is paired.
    package let pairing: Identifier16

    package init(isInReach: Bool, pairing: Identifier16) {
      self.isInReach = isInReach
      self.pairing = pairing
    }
  }

  /// What differs between systems.
  package struct Rules: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// "No passcode" is found after what is wrong with biometry (spec/access-control.md 1.4).
    package static let headerErrorOrder = Rules(rawValue: 1 << 0)
    /// The fallback button appears after a failed match only, not from the start as on macOS.
    package static let fallbackAfterFailure = Rules(rawValue: 1 << 1)
    /// A companion proves user presence, as on macOS.
    package static let companionProvesPresence = Rules(rawValue: 1 << 2)
  }
}

/// The kinds of devices that can vouch for their user; the numbers are those of `LACompanionType`.
package enum CompanionType: Int, Hashable, Comparable, Sendable, CaseIterable {
  case watch = 1
  case mac = 2
  case vision = 4

  package static func < (left: CompanionType, right: CompanionType) -> Bool {
    left.rawValue < right.rawValue
  }
}
