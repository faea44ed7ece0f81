// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

extension ModelQuestion.Evidence {
  static let firstEnrolment = Identifier16(high: 0, low: 1)
  private static let nextEnrolment = Identifier16(high: 0, low: 2)

  /// Returns true if the evidence lets an item under the control be read
  /// (Specification/access-control.md, "Evidence of a context, and SecItem").
  func opens(_ control: ModelControl) -> Bool {
    switch control.kind {
    case .userPresence: self == .passcode || self == .match || self == .replaced
    case .enrolled: self == .match
    case .bare, .open, .privateKeyUsage: true
    }
  }

  /// The evidence as the engine gets it.
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
  /// Returns true if the row counts as lost (Specification/secitem.md, "Passcode removal and key
  /// bag loss").
  ///
  /// - Throws: the demand for facts if a call brought no facts.
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
