// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// One step of a sequence; with its number it means the same whatever other steps are left out.
struct ModelStep: Sendable {
  enum Call: Sendable {
    case add(ModelDraft, ModelFrame)
    case copy(ModelQuestion, ModelFrame)
    case update(ModelQuestion, ModelFrame, ModelEdit, ModelFrame)
    case delete(ModelQuestion, ModelFrame)
    case finishTombstones
    case setPasscode(String)
    case changePasscode(String, String)
    case removePasscode(String)
    case unlock(String, seconds: Int?)
    case lock(all: Bool)
    /// The machine starts anew: no unlock key is held.
    case restart
    case backUp
    /// The backup of that number, if there is one.
    case restore(Int)
    /// Microseconds; negative: somebody set the clock back.
    case moveClock(Int64)
    case reopen
    case checkpoint
    case inspect
  }

  let number: Int
  let call: Call
  let caller: ModelCaller
  /// Which of the two engines on the store.
  let engine: Int
  var fault: ModelFault?
}

extension ModelStep.Call {
  /// The query of a call that has one.
  var question: ModelQuestion? {
    switch self {
    case .copy(let question, _), .update(let question, _, _, _), .delete(let question, _): question
    default: nil
    }
  }
}

/// What is around a dictionary: group, profile, and refusals of the reader.
struct ModelFrame: Sendable {
  var group = RequestedGroup.absent
  var profile = Profile.dataProtection
  var refusal: Int32?
  var lateRefusal: Int32?
}

/// An item to add.
struct ModelDraft: Sendable {
  var itemClass: ItemClass
  var attributes: [Attribute: AttributeValue] = [:]
  var protectionName: String?
  var control: ModelControl?
  var isSynchronizable = false
  var tombstone: Bool?
  var secret: [UInt8]?
  var returns: Returns = []
  var hasNoEffect = false
  var evidence: ModelQuestion.Evidence?
}

/// What an update sets.
struct ModelEdit: Sendable {
  var attributes: [Attribute: AttributeValue] = [:]
  var protectionName: String?
  var control: ModelControl?
  var isSynchronizable: Bool?
  var tombstone: Bool?
  var secret: [UInt8]?
}

/// A query.
struct ModelQuestion: Sendable {
  enum Reference: Hashable, Sendable {
    case name(Int)
    /// The same row by the old form.
    case number(Int)
    case token, foreignClass
  }

  /// What a call brings for constrained items.
  enum Evidence: CaseIterable, Sendable {
    /// The facts alone.
    case none
    /// The passcode was given too long ago, or before the device was locked.
    case late, ended
    case passcode
    case match
    /// The passcode, after the enrolment was replaced.
    case replaced
  }

  var itemClass: ItemClass
  var predicates: [Attribute: AttributeValue] = [:]
  /// Asks for the dates that this item has now.
  var dateOf: (name: Int, attribute: Attribute)?
  var references: [Reference] = []
  var sync = SyncScope.implied
  var tombstones: Bool?
  var returns: Returns = []
  var limit = Limit.all
  var host: String?
  var interaction = Interaction.allow
  var leavesTombstone: Bool?
  var evidence: Evidence?
}

/// Who calls.
enum ModelCaller: CaseIterable, Sendable {
  case first, second, other, repeated, reader, mixed, nobody, owner, nobodysOwner, void

  static let token = "com.apple.token"

  var groups: [String] {
    switch self {
    case .first: ["g1", "g2"]
    case .second: ["g2", "caf\u{E9}"]
    case .other: ["g2", "g1", "com.apple.apsd"]
    case .repeated: ["com.apple.apsd", "g1", "g1"]
    case .reader: [Self.token]
    case .mixed: [Self.token, "g1"]
    case .nobody, .nobodysOwner: []
    case .owner: ["g1"]
    case .void: ["g1"]
    }
  }

  var seesAllGroups: Bool { self == .owner || self == .nobodysOwner }
  /// The status that every call answers: the program's entitlements are not valid.
  var refusal: Int32? { self == .void ? -34018 : nil }

  /// By bytes: two spellings of one character are two groups (8.2).
  private func lists(_ group: String) -> Bool {
    groups.contains { Array($0.utf8) == Array(group.utf8) }
  }

  func mayRead(_ group: String) -> Bool { seesAllGroups || lists(group) }
  func mayWrite(_ group: String) -> Bool { group != Self.token && mayRead(group) }
}
