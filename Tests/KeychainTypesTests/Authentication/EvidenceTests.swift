// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import SecureMemory
import Testing

/// Tests which requirements a proof satisfies, and when it ends (Specification/access-control.md,
/// "Reuse duration", "Evidence of a context, and SecItem").
@Suite("Authentication: evidence")
struct EvidenceTests {
  private static let biometry = Proof.Means.biometry(generation: .generation(1))

  /// A means, facts, and the only requirements that the means satisfies.
  // swift-format-ignore
  static let meansRows: [(means: Proof.Means, facts: String, satisfies: String)] = [
    (biometry,          "passcode touch",     "1 2 4 P B C BKO"),
    (.passcode,         "passcode touch",     "2 P K BKO"),
    (.companion(.watch), "passcode touch",    "3 4 W"),
    (.companion(.watch), "passcode touch mac", "2 3 4 P W"),
  ]

  @Test("means and factors", arguments: meansRows)
  func factors(row: (means: Proof.Means, facts: String, satisfies: String)) throws {
    let facts = facts(row.facts)
    var bag = EvidenceBag()
    bag.add([Proof(row.means, at: facts)])
    let all = "1 2 3 4 P B C K W BKO BKA PS".split(separator: " ").map(String.init)
    let met = try all.filter { bag.satisfies(try requirement($0), in: facts) }
    #expect(met.joined(separator: " ") == row.satisfies)
  }

  @Test("all of several factors, and a password beside them")
  func several() throws {
    let facts = facts("passcode touch")
    var bag = EvidenceBag()
    bag.add([Proof(Self.biometry, at: facts), Proof(.passcode, at: facts)])
    #expect(bag.satisfies(try requirement("BKA"), in: facts))
    #expect(!bag.satisfies(try requirement("PS"), in: facts))
    bag.applicationPassword = SecretBytes(copying: [1])
    #expect(bag.satisfies(try requirement("PS"), in: facts))
  }

  @Test("a proof ends with time, era, enrolment, passcode")
  func ends() {
    func counts(_ means: Proof.Means, _ change: (inout AuthenticationFacts) -> Void) -> Bool {
      var facts = facts("passcode touch")
      facts.sinceBoot = 5_000_000
      let proof = Proof(means, at: facts)
      change(&facts)
      return proof.counts(in: facts)
    }
    #expect(counts(Self.biometry) { _ in })
    #expect(counts(Self.biometry) { $0.sinceBoot += 599_999_999 })
    #expect(!counts(Self.biometry) { $0.sinceBoot += 600_000_000 })
    #expect(!counts(Self.biometry) { $0.sinceBoot -= 1 })
    #expect(!counts(Self.biometry) { $0.era += 1 })
    #expect(!counts(Self.biometry) { $0.biometry?.generation = .generation(2) })
    #expect(!counts(Self.biometry) { $0.biometry = nil })
    #expect(counts(Self.biometry) { $0.passcodeVersion += 1 })
    #expect(counts(Self.biometry) { $0.biometry?.isLockedOut = true })
    #expect(!counts(.passcode) { $0.passcodeVersion += 1 })
    #expect(counts(.passcode) { $0.biometry?.generation = .generation(2) })
    #expect(!counts(.passcode) { $0.era += 1 })
    #expect(counts(.companion(.watch)) { $0.biometry?.generation = .generation(2) })
  }

  /// Seconds since the unlock, the reuse duration, facts, and whether the unlock counts.
  // swift-format-ignore
  static let reuseRows: [(age: Int64, duration: Double, facts: String, counts: Bool)] = [
    (100, 120,    "passcode touch",         true),
    (120, 120,    "passcode touch",         true),
    (130, 120,    "passcode touch",         false),
    (299, 100000, "passcode touch",         true),
    (301, 100000, "passcode touch",         false),
    (0,   0,      "passcode touch",         false),
    (0,   -5,     "passcode touch",         false),
    (1,   300,    "passcode touch lockout", false),
    (1,   300,    "passcode",               false),
    (-1,  300,    "passcode touch",         false),
  ]

  @Test("reuse of an unlocking", arguments: reuseRows)
  func reuse(row: (age: Int64, duration: Double, facts: String, counts: Bool)) throws {
    var facts = facts(row.facts)
    facts.sinceBoot = 1_000_000_000
    facts.lastBiometricUnlock = facts.sinceBoot - row.age * 1_000_000
    var bag = EvidenceBag()
    bag.reuseDuration = row.duration
    for text in ["1", "2", "4", "B", "C", "P"] {
      #expect(bag.satisfies(try requirement(text), in: facts) == row.counts, "\(row) \(text)")
    }
    for text in ["3", "K", "W"] {
      #expect(!bag.satisfies(try requirement(text), in: facts), "\(row) \(text)")
    }
    facts.lastBiometricUnlock = nil
    #expect(!bag.satisfies(try requirement("1"), in: facts))
  }

  @Test("what is bound to a replaced enrolment is gone, unless another way is left")
  func gone() throws {
    func isGone(_ flags: String, _ generation: UInt64) throws -> Bool {
      try requirement(flags).isGone(in: facts("passcode touch", generation: generation))
    }
    #expect(try !isGone("C", 1) && isGone("C", 2) && isGone("CKA", 2))
    #expect(try !isGone("CKO", 2) && !isGone("B", 2) && !isGone("P", 2))
    #expect(try !requirement("C").isGone(in: facts("passcode")))
  }

  @Test("a newcomer ends the running evaluation; the first word counts")
  func newcomer() {
    let running = RunningEvaluations()
    let (first, second) = (AuthenticationCancellation(), AuthenticationCancellation())
    let heard = Lock<[AuthenticationFailure]>([])
    first.onCancel { failure in heard.withLock { $0.append(failure) } }
    running.begin(first)
    running.begin(second)
    #expect(first.failure == .systemCancel && second.failure == nil)
    first.cancel(with: .appCancel)
    #expect(first.failure == .systemCancel && heard.withLock { $0 } == [.systemCancel])
    running.end(first)
    running.cancelAll()
    #expect(second.failure == .systemCancel)
    second.onCancel { failure in heard.withLock { $0.append(failure) } }
    #expect(heard.withLock { $0 }.count == 2)
    running.end(second)
    #expect(!running.isBusy)
  }

  @Test("domain states: another input for each label, enrolment and pairing")
  func domainStates() {
    let states: [DomainState] = [
      .evaluatedPolicy, .biometry, .companions, .companion(.watch), .companion(.mac), .combined,
    ]
    let nothing = states.map { $0.info(in: facts("passcode touch empty")) }
    #expect(nothing.allSatisfy { $0 == nil })
    let one = states.compactMap { $0.info(in: facts("passcode touch watch")) }
    let other = states.compactMap { $0.info(in: facts("passcode touch watch", generation: 2)) }
    #expect(one.count == 5 && Set(one).count == 5)
    #expect(Set(one).intersection(other).count == 2, "the companions' only")
    #expect(DomainState.combined.info(in: facts("passcode touch")) != nil)
    #expect(DomainState.combined.info(in: facts("passcode watch")) != nil)
    #expect(DomainState.biometry.info(in: facts("touch lockout")) != nil)
  }
}
