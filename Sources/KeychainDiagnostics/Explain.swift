// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
package import KeychainExplanations
import KeychainTracing
package import KeychainTypes

/// Explains a call without performing it: it writes nothing, asks nobody, and counts no attempt.
///
/// The call is explained for this program, in the state that the device has now.
public func explain(_ call: KeychainCall) -> Explanation {
  let (verb, dictionary, changes) = call.parts
  let profile = (try? ProfileChoice.current()) ?? .dataProtection
  do throws(KeychainError) {
    let facts = try Rehearsal.ofThisProcess(in: profile).facts(verb, dictionary, setting: changes)
    return Explanation(facts)
  } catch {
    let shape = CallShape(
      CallFacts.Verb(verb), profile, Caller(identifier: "", groups: []))
    return Explanation(CallFacts(shape, outcome: CallOutcome(error: error)))
  }
}

extension Rehearsal {
  /// A rehearsal by the service of this process, in its own name.
  ///
  /// - Throws: what every call answers where there is no service.
  package static func ofThisProcess(in profile: Profile) throws(KeychainError) -> Rehearsal {
    let profile = try ProfileChoice.current()
    let service = try ServiceChoice.current(in: profile)
    guard let explaining = service as? any Explaining & Administration else {
      throw KeychainError(.unimplemented, "the service cannot explain its calls")
    }
    return Rehearsal(
      explaining, as: try ServiceChoice.caller(in: profile), in: profile,
      asking: AuthenticatorChoice.current(for: service))
  }
}

extension Explanation {
  /// What programs are told: no values, the caller's own groups by their last parts.
  package init(_ facts: CallFacts) {
    let wording = CallReporter.quiet(facts.caller.groups)
    self.init(KeychainExplanations.Explanation(facts, wording))
  }
}
