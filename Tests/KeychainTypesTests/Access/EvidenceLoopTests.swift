// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory
import Testing

/// Tests how long a call with its prompts may take (Specification/access-control.md, "Deadlines and
/// cancellation").
@Suite("A call that asks again and again")
struct EvidenceLoopTests {
  /// An authenticator whose prompts take time and give no evidence.
  private final class SlowAuthenticator: Authenticator {
    let evaluations = RunningEvaluations()
    let observers = AuthenticationObservers()
    private let seconds: Int64
    private let state = Lock((now: Int64(0), asked: [Int64?]()))

    init(seconds: Int64) { self.seconds = seconds }

    var asked: [Int64?] { state.withLock { $0.asked } }

    func facts(for caller: Caller) -> AuthenticationFacts {
      var facts = AuthenticationFacts()
      facts.hasPasscode = true
      facts.isInteractive = true
      facts.sinceBoot = state.withLock { $0.now }
      return facts
    }

    func ask(
      _ request: AuthenticationRequest, until cancellation: AuthenticationCancellation
    ) throws(AuthenticationFailure) -> AuthenticationAnswer {
      state.withLock {
        $0.asked.append(request.longest)
        $0.now += seconds * 1_000_000
      }
      return AuthenticationAnswer(proofs: [])
    }

    func domainState(_ state: DomainState, for caller: Caller) -> [UInt8]? { nil }
  }

  private func code(_ authenticator: SlowAuthenticator) throws -> KeychainError.Code? {
    let caller = Caller(identifier: "app", groups: [])
    let demand = Challenge.Demand(item: nil, requirement: try requirement("2"))
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let loop = EvidenceLoop { BoundAuthenticator(authenticator, for: caller) }
    do throws(KeychainError) {
      try loop.run { (_) throws(KeychainError) in throw KeychainError.evidence([demand]) }
      return nil
    } catch {
      return error.code
    }
  }

  @Test("all prompts together have 120 s, each what is left of them; then -25293")
  func time() throws {
    let authenticator = SlowAuthenticator(seconds: 50)
    #expect(try code(authenticator) == .authorizationFailed)
    #expect(authenticator.asked == [120_000_000, 70_000_000, 20_000_000])
    #expect(!authenticator.evaluations.isBusy)
  }

  @Test("prompts that take no time end it too")
  func rounds() throws {
    let authenticator = SlowAuthenticator(seconds: 0)
    #expect(try code(authenticator) == .authorizationFailed)
    #expect(authenticator.asked.count < 20)
  }
}
