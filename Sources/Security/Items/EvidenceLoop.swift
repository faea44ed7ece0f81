// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes
import SecureMemory

/// Makes a call again with what it lacks, until it has an answer (spec/secitem.md 11.6).
struct EvidenceLoop {
  /// Rounds after which the call fails with -25293.
  private static let mostRounds = 20
  /// Microseconds that all prompts of a call may take together (spec/access-control.md 3.8).
  private static let longest: Int64 = 120_000_000

  /// The context that the caller gave; without one each call has its own.
  private let given: (any CarriesAuthenticationContext)?
  private let dictionary: ForeignDictionary
  private let interaction: Interaction

  /// The loop of a call that searches.
  init(_ dictionary: ForeignDictionary, _ reading: Reading<Query>) {
    self.init(dictionary, reading.value?.interaction)
  }

  /// The loop of a call that adds.
  init(_ dictionary: ForeignDictionary, _ reading: Reading<NewItem>) {
    self.init(dictionary, reading.value?.interaction)
  }

  private init(_ dictionary: ForeignDictionary, _ interaction: Interaction?) {
    given = dictionary.context
    self.dictionary = dictionary
    self.interaction = interaction ?? .allow
  }

  /// Runs the call.
  ///
  /// It begins without evidence, as most items need none: only where a context was given, or
  /// prompts were spoken of, are the facts read before it is known that they matter.
  func run<R>(_ call: (Evidence?) throws(KeychainError) -> R) throws(KeychainError) -> R {
    var asking: Asking?
    if given != nil || interaction != .allow { asking = Asking(self) }
    for _ in 0..<Self.mostRounds {
      do throws(KeychainError) {
        return try call(asking?.evidence)
      } catch {
        guard let challenge = error.challenge else {
          if error.code == .authorizationFailed { asking?.forgetTyped() }
          throw error
        }
        if asking == nil {
          asking = Asking(self)
        } else {
          for demand in challenge.demands { try asking?.meet(demand.requirement) }
        }
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

    init(_ loop: EvidenceLoop) {
      self.loop = loop
      context = loop.given?.authenticationContext ?? AuthenticationContext()
      asked = AuthenticatorChoice.current(loop.given?.installation)
    }

    /// What there is to judge by in the next round.
    var evidence: Evidence { Evidence(facts: asked.facts, bag: context.settings.evidence) }

    /// Has the requirement met in the context, by asking the user if need be.
    ///
    /// - Throws: the status of the outcome.
    mutating func meet(_ requirement: AuthenticationRequirement) throws(KeychainError) {
      let begun = context.begin(
        requirement, by: asked, reason: loop.dictionary.prompt,
        allowsPrompt: loop.interaction == .allow)
      switch begun {
      case .over(let failure): if let failure { throw KeychainError(failure) }
      case .prompt(let evaluation): try show(evaluation)
      }
    }

    /// What was typed during the call was wrong: the next call asks again.
    func forgetTyped() {
      if hasTypedPassword { context.set { $0.evidence.applicationPassword = nil } }
    }

    /// A fork need not wait for a person.
    private mutating func show(_ evaluation: AuthenticationEvaluation) throws(KeychainError) {
      let now = asked.facts.sinceBoot
      start = start ?? now
      guard now - (start ?? now) < EvidenceLoop.longest else {
        evaluation.abandon()
        throw KeychainError(.systemCancel)
      }
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

extension Reading {
  /// The value, where the reading is no refusal.
  fileprivate var value: Value? {
    if case .success(let value) = outcome { value } else { nil }
  }
}
