// SPDX-License-Identifier: Apache-2.0

/// One step of a random life of a phone: a call of an app, or something that happens.
struct PhoneStep: Sendable {
  enum Action: Sendable {
    case add(PhoneItem, PhoneAsking)
    /// The item of an account, or all of them.
    case read(String?, PhoneAsking)
    case update(String?, PhoneChange, PhoneAsking)
    case delete(String?)
    case lock, unlock, unlockWithFinger, reboot
    case setPasscode(String), changePasscode(String), removePasscode
    case enrol(String), removeEnrolment(String)
    case failBiometry
    case advance(minutes: Int)
    /// The app throws a context away and makes another.
    case invalidate(Int)
  }

  /// What the disk does meanwhile; the phone is started again afterwards.
  enum Fault: Sendable {
    case fails(at: Int), crashes(at: Int)
  }

  let number: Int
  let action: Action
  var fault: Fault?
}

extension PhoneStep.Action {
  /// How the call asks; nil for what is no call, and for those that never ask.
  var asking: PhoneAsking? {
    switch self {
    case .add(_, let asking), .read(_, let asking), .update(_, _, let asking): asking
    default: nil
    }
  }
}

/// How an app asks for items that a person has to allow, and what the person does.
struct PhoneAsking: Sendable {
  enum Interface: Sendable { case allow, fail, skip }

  /// What the person is like; what they do is the model's to say.
  enum Person: CaseIterable, Sendable {
    case willing, clumsy, withoutGlove, cancelling, mistaken
  }

  /// The number of one of the app's contexts; nil: none is given.
  var context: Int?
  var interface = Interface.allow
  var person = Person.willing
}

/// What a person does at a prompt.
enum PhoneAct: Sendable {
  case finger, noMatch, fallback, passcode, cancel, password, otherPassword
}

/// What an access control asks for.
enum PhoneGuard: CaseIterable, Sendable {
  case none, presence, finger, boundFinger, passcode, boundFingerOrPasscode, password

  var takesFinger: Bool {
    [.presence, .finger, .boundFinger, .boundFingerOrPasscode].contains(self)
  }
  var takesPasscode: Bool { [.presence, .passcode, .boundFingerOrPasscode].contains(self) }
  var isBound: Bool { [.boundFinger, .boundFingerOrPasscode].contains(self) }
}

/// An item, as it is added and as the model keeps it.
struct PhoneItem: Sendable, Equatable {
  let account: String
  var protection: String
  var guarding = PhoneGuard.none
  var secret: String
  var label: String?
  /// The enrolment that it is bound to.
  var generation: Int?
  /// Its class key went with a passcode.
  var isGone = false

  /// What can be seen of it without its secret.
  var outline: String { "\(account) \(protection) \(guarding != .none) \(label ?? "-")" }
}

/// What an update sets.
enum PhoneChange: Sendable {
  case label(String), secret(String), protection(String), guarding(String, PhoneGuard)
}

/// What a step leads to.
struct PhoneAnswer: Equatable, Sendable {
  var status: Int32 = 0
  var secrets: [String] = []
  /// How many prompts the person has seen.
  var prompts = 0
}
