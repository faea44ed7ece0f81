// SPDX-License-Identifier: Apache-2.0

/// The result of comparing a program or certificates with a requirement: met, or refused.
package enum RequirementVerdict: Hashable, Sendable {
  case satisfied
  /// The requirement is not met.
  ///
  /// The values are the first condition that is not met, and the reason.
  case refused(RequirementExpression, Reason)

  package enum Reason: Hashable, Sendable {
    /// The condition is about a signature, and the program is not signed.
    case noSignature
    /// The program or the certificate has another value than the condition asks for.
    case differs
    /// The condition asks for Apple's signature, and no signature on Linux leads to Apple.
    case notApples
    /// The condition is about a program, and only certificates are looked at.
    case noProgram
    /// The file of the program can be changed by users other than root.
    case pathNotProtected
    /// The condition names a property that the system gives a process, such as a systemd unit.
    ///
    /// Latchkey does not look for these properties (`AnchorKind`), so it cannot decide the
    /// condition for any program.
    case noAnchor
    /// The identity of the program is weaker (`IdentityStrength`) than the condition asks for.
    case tooWeak
    /// The condition is about a place in the chain of certificates, and the chain is too short.
    case noCertificate
    case notTrusted
    /// The condition is a `!`, and the expression behind the `!` is met.
    case excluded
    /// The condition is `never`.
    case never
    /// Latchkey does not know the condition.
    case unknown
  }

  package var isSatisfied: Bool { self == .satisfied }

  /// True if the requirement is not met because the program has no signature.
  package var isForSignature: Bool {
    if case .refused(_, .noSignature) = self { true } else { false }
  }

  /// The condition that was not met, and the reason, for people; nil if the requirement is met.
  package var description: String? {
    guard case .refused(let expression, let reason) = self else { return nil }
    return "\(RequirementPrinter.text(of: expression)): \(reason.sentence)"
  }
}

extension RequirementVerdict.Reason {
  package var sentence: StaticString {
    switch self {
    case .noSignature: "there is no signature"
    case .differs: "this is not so"
    case .notApples: "Apple has signed nothing here"
    case .noProgram: "only certificates are looked at, and no program"
    case .pathNotProtected: "users other than root can change this file"
    case .noAnchor: "the system names nothing of this kind for the program"
    case .tooWeak: "the identity of the program is claimed only"
    case .noCertificate: "the chain has no certificate in this place"
    case .notTrusted: "this is not trusted"
    case .excluded: "the condition after ! is met"
    case .never: "this is never met"
    case .unknown: "this condition is unknown here"
    }
  }
}
