// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import LocalAuthentication
import Security
import TestPatience
import Testing

/// One of the cases 1 to 68 of Specification/access-control.md, "Conformance cases", on a simulated
/// device.
///
/// The cases of a real machine are in AuthenticationTests. ArchitectureTests checks that all cases
/// are there.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
  /// The device in the column *Given* of the table.
  enum Given: Sendable {
    /// A phone with a passcode and one finger, unlocked, with the app in front and the script
    /// `.fail`.
    case phone
    /// A device that never had a passcode.
    case fresh
    case face
    case device(@Sendable () -> SimulatedDevice)
  }

  static let all = preflight + evaluation + items + life

  let number: Int
  let words: String
  private let given: Given
  /// The beginnings of the mistakes that the device must record in this case.
  private let failures: [String]
  private let body: @Sendable (CaseRun) async throws -> Void

  init(
    _ number: Int, _ words: String, _ given: Given = .phone, failures: [String] = [],
    _ body: @escaping @Sendable (CaseRun) async throws -> Void
  ) {
    self.number = number
    self.words = words
    self.given = given
    self.failures = failures
    self.body = body
  }

  var testDescription: String { "\(number): \(words)" }

  func run() async throws {
    FailureRecord.silence()
    let device = try make()
    try await body(CaseRun(device: device))
    #expect(device.failures.count == failures.count, "\(device.failures)")
    for (said, expected) in zip(device.failures, failures) { #expect(said.hasPrefix(expected)) }
  }

  private func make() throws -> SimulatedDevice {
    switch given {
    case .phone: return .phone()
    case .fresh: return SimulatedDevice(profile: .ios)
    case .device(let make): return make()
    case .face:
      let device = SimulatedDevice(profile: .ios, sensor: .face)
      try device.setPasscode("1234")
      try device.enrol("owner")
      return device
    }
  }
}

/// The device of a case, with the calls that cases make.
struct CaseRun: Sendable {
  let device: SimulatedDevice

  /// The finger that is enrolled on a phone.
  static let finger = SimulatedDevice.Step.biometry("right index")

  /// Returns a context made on the device.
  func context(as app: SimulatedDevice.App? = nil) -> LAContext {
    device.run(as: app) { LAContext() }
  }

  /// Returns 0 if a policy can be evaluated, else the code of the error.
  func can(_ policy: Int, _ context: LAContext? = nil) -> Int {
    let context = context ?? self.context()
    guard let policy = LAPolicy(rawValue: policy) else { return 1 }
    var error: NSError?
    return unsafe context.canEvaluatePolicy(policy, error: &error) ? 0 : error?.code ?? 1
  }

  /// Returns the domain state of a new context after a preflight.
  func domainState(as app: SimulatedDevice.App? = nil) -> Data? {
    let context = context(as: app)
    _ = can(1, context)
    return context.evaluatedPolicyDomainState
  }

  /// Begins an evaluation and returns its reply, to be waited for.
  func begin(_ policy: Int, _ context: LAContext) -> Reply {
    let reply = Reply()
    guard let policy = LAPolicy(rawValue: policy) else { return reply }
    context.evaluatePolicy(policy, localizedReason: "to test") { reply.take($0, $1) }
    return reply
  }

  /// Evaluates a policy and returns 0 or the code of the error.
  func evaluate(_ policy: Int, _ context: LAContext? = nil) async -> Int {
    let context = context ?? self.context()
    defer { withExtendedLifetime(context) {} }
    return await begin(policy, context).code
  }

  /// Evaluates a policy on a new context with this reuse duration, in seconds.
  func evaluate(_ policy: Int, reuse: Double) async -> Int {
    let context = context()
    context.touchIDAuthenticationAllowableReuseDuration = reuse
    let code = await evaluate(policy, context)
    #expect(context.touchIDAuthenticationAllowableReuseDuration == reuse)
    return code
  }

  /// Begins an evaluation with a prompt that is not answered, and waits until the prompt is up.
  func hang(_ policy: Int, _ context: LAContext) async -> Reply {
    device.whenAsked = .hang
    let count = device.prompts.count
    let reply = begin(policy, context)
    #expect(await Patience.suspend { device.prompts.count > count })
    return reply
  }
}
