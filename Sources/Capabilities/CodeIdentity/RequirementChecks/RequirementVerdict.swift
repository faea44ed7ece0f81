// SPDX-License-Identifier: Apache-2.0

/// The answer to the question whether a program meets a requirement.
package enum RequirementVerdict: Hashable, Sendable {
  case satisfied
  /// The requirement is not met; the first condition that decided this, and the reason.
  case refused(RequirementExpression, Reason)

  package enum Reason: Hashable, Sendable {
    /// The condition is about a signature, and the program is not signed.
    case noSignature
    /// The value that the condition asks for is another.
    case differs
    /// No signature leads to Apple here.
    case notApples
    /// The condition is about a program, and only certificates are looked at.
    case noProgram
    /// The file of the program can be changed by users other than root.
    case pathNotProtected
    /// The system has no fact of this kind about the program.
    case noAnchor
    /// The identity of the program is not strong enough.
    case tooWeak
    /// The chain has no certificate in this place.
    case noCertificate
    case notTrusted
    /// The condition below a `!` is satisfied.
    case excluded
    /// The condition is `never`.
    case never
    /// Latchkey does not know the condition.
    case unknown
  }

  package var isSatisfied: Bool { self == .satisfied }

  /// True if the program's missing signature decided the answer.
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
