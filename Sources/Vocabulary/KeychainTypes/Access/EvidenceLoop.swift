// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// Makes a call again with what it lacks, until it has an answer (spec/secitem.md 11.6).
package struct EvidenceLoop {
  /// Rounds after which the call fails with -25293.
  private static let mostRounds = 20
  /// Microseconds that all prompts of a call may take together (spec/access-control.md 3.8).
  private static let longest: Int64 = 120_000_000

  /// The context that the caller gave; without one each call has its own.
  private let given: AuthenticationContext?
  private let interaction: Interaction
  private let prompt: String?
  private let authenticator: () -> BoundAuthenticator
  private let readsFactsFirst: Bool

  /// - Parameters:
  ///   - given: the context that the caller brings, if any.
  ///   - prompt: why the caller asks; wins over the context's own words.
  ///   - readsFactsFirst: false for a context that is the caller's own, and mostly empty.
  ///   - authenticator: who is asked, and for whom; called once, where it is needed.
  package init(
    in given: AuthenticationContext? = nil, _ interaction: Interaction = .allow,
    prompt: String? = nil, readsFactsFirst: Bool? = nil,
    asking authenticator: @escaping () -> BoundAuthenticator
  ) {
    self.given = given
    self.interaction = interaction
    self.prompt = prompt
    self.authenticator = authenticator
    self.readsFactsFirst = readsFactsFirst ?? (given != nil || interaction != .allow)
  }

  /// Runs the call, within the fork barrier.
  ///
  /// It begins without evidence, as most items need none: only where a context was given, or
  /// prompts were spoken of, are the facts read before it is known that they matter. A reader is
  /// looked for when an item is about one.
  package func run<R>(
    _ call: (Evidence?) throws(KeychainError) -> R
  ) throws(KeychainError) -> R {
    var asking: Asking?
    if readsFactsFirst { asking = Asking(self) }
    for _ in 0..<Self.mostRounds {
      do throws(KeychainError) {
        return try call(asking?.evidence)
      } catch {
        guard let challenge = error.challenge else {
          if error.code == .authorizationFailed { asking?.forgetTyped() }
          throw error
        }
        let isFirst = asking == nil
        if isFirst { asking = Asking(self) }
        let hasNews = asking?.looksForReader(after: challenge) == true
        guard !isFirst, !hasNews else { continue }
        for demand in challenge.demands { try asking?.meet(demand.requirement) }
      }
    }
    throw KeychainError(.authorizationFailed, "evidence was asked for again and again")
  }

  /// Who is asked for the call, and in which context.
  private struct Asking {
    private let loop: EvidenceLoop
    private let context: AuthenticationContext
    private let asked: BoundAuthenticator
    /// When the first prompt was asked for.
    private var start: Int64?
    private var hasTypedPassword = false
    private var looksForReader = false

    init(_ loop: EvidenceLoop) {
      self.loop = loop
      context = loop.given ?? AuthenticationContext()
      asked = loop.authenticator()
    }

    /// What there is to judge by in the next round.
    var evidence: Evidence {
      let bag = context.settings.evidence
      let looks = looksForReader || bag.holdsBiometry
      return Evidence(facts: looks ? asked.facts : asked.factsWithoutReader, bag: bag)
    }

    /// Has the reader looked for from now on where a challenge is about one.
    ///
    /// - Returns: whether the call is to be made with what is found, before anybody is asked.
    mutating func looksForReader(after challenge: Challenge) -> Bool {
      guard !looksForReader, challenge.demands.contains(where: \.requirement.namesBiometry) else {
        return false
      }
      looksForReader = true
      return true
    }

    /// Has the requirement met in the context, by asking the user if need be.
    ///
    /// - Throws: the status of the outcome.
    mutating func meet(_ requirement: AuthenticationRequirement) throws(KeychainError) {
      let now = asked.factsWithoutReader.sinceBoot
      let left = EvidenceLoop.longest - (now - (start ?? now))
      let begun = context.begin(
        requirement, by: asked, reason: loop.prompt, allowsPrompt: loop.interaction == .allow,
        longest: max(0, left))
      switch begun {
      case .over(let failure?, let lapse): throw KeychainError(failure, after: lapse)
      case .over(nil, _): return
      case .prompt(let evaluation):
        start = start ?? now
        guard left > 0 else {
          evaluation.abandon()
          throw KeychainError(.systemCancel)
        }
        try show(evaluation)
      }
    }

    /// What was typed during the call was wrong: the next call asks again.
    func forgetTyped() {
      if hasTypedPassword { context.set { $0.evidence.applicationPassword = nil } }
    }

    /// A fork need not wait for a person.
    private mutating func show(_ evaluation: AuthenticationEvaluation) throws(KeychainError) {
      let hadPassword = context.settings.evidence.applicationPassword != nil
      defer {
        let hasPassword = context.settings.evidence.applicationPassword != nil
        hasTypedPassword = hasTypedPassword || hasPassword && !hadPassword
      }
      ForkBarrier.end()
      var outcome: AuthenticationFailure?
      do throws(AuthenticationFailure) { _ = try evaluation.run() } catch { outcome = error }
      try ForkBarrier.beginCall()
      if let outcome { throw KeychainError(outcome) }
    }
  }
}
