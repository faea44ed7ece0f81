// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// One step of a sequence.
///
/// With its number it has one meaning, whichever other steps are left out.
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
    /// Restarts the machine: no unlock key is held.
    case restart
    case backUp
    /// Restores the backup with that number, if it exists.
    case restore(Int)
    /// Moves the clock by microseconds.
    ///
    /// A negative number sets it back.
    case moveClock(Int64)
    case reopen
    case checkpoint
    case inspect
  }

  let number: Int
  let call: Call
  let caller: ModelCaller
  /// The number of one of the two engines on the store.
  let engine: Int
  var fault: ModelFault?
}

extension ModelStep.Call {
  /// The query of the call, or nil if the call has no query.
  var question: ModelQuestion? {
    switch self {
    case .copy(let question, _), .update(let question, _, _, _), .delete(let question, _): question
    default: nil
    }
  }
}

/// The context of a dictionary: group, profile, and refusals of the reader.
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

/// The changes of an update.
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
    /// The row of that name, by its row number: the old form of a reference.
    case number(Int)
    case token, foreignClass
  }

  /// The evidence that a call brings for constrained items.
  enum Evidence: CaseIterable, Sendable {
    /// The facts without a proof.
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
  /// Adds a condition: the date that this item has now.
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

/// The caller of a step.
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
  /// The status of every call by a program whose entitlements are invalid.
  var refusal: Int32? { self == .void ? -34018 : nil }

  /// Compares groups by bytes: two spellings of one character are two groups
  /// (Specification/secitem.md, "Checks of access groups").
  private func lists(_ group: String) -> Bool {
    groups.contains { Array($0.utf8) == Array(group.utf8) }
  }

  func mayRead(_ group: String) -> Bool { seesAllGroups || lists(group) }
  func mayWrite(_ group: String) -> Bool { group != Self.token && mayRead(group) }
}
