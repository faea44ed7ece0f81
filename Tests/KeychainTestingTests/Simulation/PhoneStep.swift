// SPDX-License-Identifier: Apache-2.0

/// One step in a random life of a phone: a call of an app, or an event.
struct PhoneStep: Sendable {
  enum Action: Sendable {
    case add(PhoneItem, PhoneAsking)
    /// Reads the item of an account, or all items.
    case read(String?, PhoneAsking)
    case update(String?, PhoneChange, PhoneAsking)
    case delete(String?)
    case lock, unlock, unlockWithFinger, reboot
    case setPasscode(String), changePasscode(String), removePasscode
    case enrol(String), removeEnrolment(String)
    case failBiometry
    case advance(minutes: Int)
    /// Invalidates a context and replaces it by a new one.
    case invalidate(Int)
  }

  /// A disk fault during the step.
  ///
  /// The phone is restarted afterwards.
  enum Fault: Sendable {
    case fails(at: Int), crashes(at: Int)
  }

  let number: Int
  let action: Action
  var fault: Fault?
}

extension PhoneStep.Action {
  /// How the call prompts.
  ///
  /// Events, and calls that never prompt, have the value nil.
  var asking: PhoneAsking? {
    switch self {
    case .add(_, let asking), .read(_, let asking), .update(_, _, let asking): asking
    default: nil
    }
  }
}

/// How an app asks for items that need the user, and how the user behaves.
struct PhoneAsking: Sendable {
  enum Interface: Sendable { case allow, fail, skip }

  /// The behaviour of the user.
  ///
  /// The model derives the user's acts from it.
  enum Person: CaseIterable, Sendable {
    case willing, clumsy, withoutGlove, cancelling, mistaken
  }

  /// The number of one of the app's contexts, or nil if the call has no context.
  var context: Int?
  var interface = Interface.allow
  var person = Person.willing
}

/// An act of the user at a prompt.
enum PhoneAct: Sendable {
  case finger, noMatch, fallback, passcode, cancel, password, otherPassword
}

/// The evidence that an access control asks for.
enum PhoneGuard: CaseIterable, Sendable {
  case none, presence, finger, boundFinger, passcode, boundFingerOrPasscode, password

  var takesFinger: Bool {
    [.presence, .finger, .boundFinger, .boundFingerOrPasscode].contains(self)
  }
  var takesPasscode: Bool { [.presence, .passcode, .boundFingerOrPasscode].contains(self) }
  var isBound: Bool { [.boundFinger, .boundFingerOrPasscode].contains(self) }
}

/// An item, as the app adds it and as the model keeps it.
struct PhoneItem: Sendable, Equatable {
  let account: String
  var protection: String
  var guarding = PhoneGuard.none
  var secret: String
  var label: String?
  /// The number of the enrolment that the item is bound to.
  var generation: Int?
  /// True if the item's class key was removed with a passcode.
  var isGone = false

  /// The part of the item that is visible without its secret.
  var outline: String { "\(account) \(protection) \(guarding != .none) \(label ?? "-")" }
}

/// The part of an item that an update sets.
enum PhoneChange: Sendable {
  case label(String), secret(String), protection(String), guarding(String, PhoneGuard)
}

/// The outcome of a step.
struct PhoneAnswer: Equatable, Sendable {
  var status: Int32 = 0
  var secrets: [String] = []
  /// The number of prompts that the user has seen.
  var prompts = 0
}
