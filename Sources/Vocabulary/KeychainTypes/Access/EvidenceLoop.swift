// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// Repeats a keychain call, each time with the evidence that the call lacked, until the call
/// returns or fails (Specification/secitem.md, "Authentication loop").
///
/// Evidence is the facts about authentication, with the proofs that the user has given.
package struct EvidenceLoop {
  /// The maximum number of times that one keychain call is made.
  ///
  /// A call that still lacks evidence after the last time fails with -25293.
  private static let mostRounds = 20
  /// The longest time that all prompts of one call may take together, in microseconds
  /// (Specification/access-control.md, "Deadlines and cancellation").
  private static let longest: Int64 = 120_000_000

  /// The authentication context that the caller passed to the call; nil if the loop makes a new
  /// context.
  private let given: AuthenticationContext?
  private let interaction: Interaction
  private let prompt: String?
  private let authenticator: () -> BoundAuthenticator
  private let readsFactsFirst: Bool

  /// Prepares the loop for one keychain call.
  ///
  /// - Parameters:
  ///   - given: the authentication context that the caller passed; nil to make a new context.
  ///   - prompt: the reason that the prompt shows to the user; nil to show the context's reason.
  ///   - readsFactsFirst: true to read the facts about authentication before the first attempt of
  ///     the keychain call, which then receives evidence. Pass false if the context usually has no
  ///     evidence, so that a call for an unprotected item does not wait for the facts. Nil means
  ///     true if a context was passed or if `interaction` is not `allow`, and otherwise false.
  ///   - authenticator: returns the authenticator that asks the user, together with the program for
  ///     which it asks. The loop calls this function at most once, when it first needs an
  ///     authenticator.
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

  /// Makes the keychain call again and again, until it returns a result or fails for another reason
  /// than missing evidence.
  ///
  /// Call `ForkBarrier.beginCall` first. Most items need no evidence, so the keychain call receives
  /// evidence at the first time only if `readsFactsFirst` is true. The loop looks for a biometric
  /// reader if a challenge names biometry, or if the context has a biometric proof.
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
    throw KeychainError(.authorizationFailed, "the call asked for evidence too many times")
  }

  /// The authenticator and the context that one keychain call uses to ask the user.
  private struct Asking {
    private let loop: EvidenceLoop
    private let context: AuthenticationContext
    private let asked: BoundAuthenticator
    /// The time at which the keychain call first needed a prompt, in microseconds since boot; nil
    /// if it has needed no prompt yet.
    private var start: Int64?
    private var hasTypedPassword = false
    private var looksForReader = false

    init(_ loop: EvidenceLoop) {
      self.loop = loop
      context = loop.given ?? AuthenticationContext()
      asked = loop.authenticator()
    }

    /// The evidence that the keychain call receives when it is made again.
    var evidence: Evidence {
      let bag = context.settings.evidence
      let looks = looksForReader || bag.holdsBiometry
      return Evidence(facts: looks ? asked.facts : asked.factsWithoutReader, bag: bag)
    }

    /// Requests a search for a biometric reader if a challenge names biometry; the search is made
    /// when `evidence` is read the next time.
    ///
    /// - Returns: true if this method has requested the search now. Then repeat the keychain call
    ///   with the new evidence before you ask the user. False if the challenge does not name
    ///   biometry, or if the search was requested earlier.
    mutating func looksForReader(after challenge: Challenge) -> Bool {
      guard !looksForReader, challenge.demands.contains(where: \.requirement.namesBiometry) else {
        return false
      }
      looksForReader = true
      return true
    }

    /// Ensures that the context has evidence for a requirement, and asks the user if evidence is
    /// missing.
    ///
    /// - Throws: the status of the failed evaluation.
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

    /// Forgets the application password that the user typed during this keychain call, because it
    /// was wrong.
    ///
    /// A later keychain call with this authentication context then asks the user for the password
    /// again.
    func forgetTyped() {
      if hasTypedPassword { context.set { $0.evidence.applicationPassword = nil } }
    }

    /// Shows the prompt and waits for the user; meanwhile, other threads may fork the process.
    private mutating func show(_ evaluation: AuthenticationEvaluation) throws(KeychainError) {
      let hadPassword = context.settings.evidence.applicationPassword != nil
      defer {
        let hasPassword = context.settings.evidence.applicationPassword != nil
        hasTypedPassword = hasTypedPassword || hasPassword && !hadPassword
      }
      do throws(AuthenticationFailure) { _ = try evaluation.run(inCall: true) } catch {
        throw KeychainError(error)
      }
    }
  }
}
