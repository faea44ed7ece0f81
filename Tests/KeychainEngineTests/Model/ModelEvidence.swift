// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

extension ModelQuestion.Evidence {
  static let firstEnrolment = Identifier16(high: 0, low: 1)
  private static let nextEnrolment = Identifier16(high: 0, low: 2)

  /// What the model knows of it: whether an item under the control may be read
  /// (spec/access-control.md 1.9).
  func opens(_ control: ModelControl) -> Bool {
    switch control.kind {
    case .userPresence: self == .passcode || self == .match || self == .replaced
    case .enrolled: self == .match
    case .bare, .open, .privateKeyUsage: true
    }
  }

  /// The evidence that the engine is given.
  var real: Evidence {
    var facts = AuthenticationFacts()
    facts.hasPasscode = true
    facts.biometry = .init(.touch, generation: Self.firstEnrolment, enrolments: ["a"])
    if self == .replaced { facts.biometry?.generation = Self.nextEnrolment }
    var bag = EvidenceBag()
    switch self {
    case .none: break
    case .match: bag.add([Proof(.biometry(generation: Self.firstEnrolment), at: facts)])
    case .passcode, .late, .ended, .replaced: bag.add([Proof(.passcode, at: facts)])
    }
    switch self {
    case .none, .passcode, .match, .replaced: break
    case .late: facts.sinceBoot = Proof.lifetime
    case .ended: facts.era = 1
    }
    return Evidence(facts: facts, bag: bag)
  }
}

extension ModelRow {
  /// Whether the row counts as lost (spec/secitem.md 10.6).
  ///
  /// - Throws: the demand for facts where a call brought none.
  func isLost(given evidence: ModelQuestion.Evidence?) throws(ModelRefusal) -> Bool {
    guard control?.kind == .enrolled else { return false }
    guard let evidence else {
      var refusal = ModelRefusal(-25330)
      refusal.demands = [name]
      throw refusal
    }
    return evidence == .replaced
  }
}
