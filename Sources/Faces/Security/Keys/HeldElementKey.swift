// SPDX-License-Identifier: Apache-2.0
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// A key of the secure element in a `SecKey`, with the terms under which the key is used
/// (Specification/seckey.md, "Access control entries by operation").
///
/// The terms say which test installation (a test's service and caller) performs the operations, and
/// whether the user may be asked. They also name the authentication context that keeps the proofs
/// that the user authenticated.
final class HeldElementKey: Sendable {
  let key: ElementKey
  private let terms: Terms

  /// The terms under which keys are used; they come from the query that returned the keys.
  ///
  /// The terms say, for example, whether the user may be asked before a key is used.
  struct Terms: Sendable {
    /// The authentication context of the query; nil if the query has no context, so that each
    /// returned key receives a new context.
    let context: AuthenticationContext?
    let interaction: Interaction
    let prompt: String?
    /// The test installation in which the key is used: a test's service, caller and profile.
    ///
    /// Nil if no test installation was remembered. Each use of the key then takes the service and
    /// caller that are current at that time.
    let installation: Installation?

    init(_ dictionary: ForeignDictionary, _ interaction: Interaction) {
      context = dictionary.context?.authenticationContext
      self.interaction = interaction
      prompt = dictionary.prompt
      installation = dictionary.context?.installation ?? CurrentInstallation.installed
    }

    private init(_ terms: Terms, _ context: AuthenticationContext) {
      self.context = context
      (interaction, prompt) = (terms.interaction, terms.prompt)
      installation = terms.installation
    }

    /// Returns a copy of these terms with an authentication context; makes a new context if the
    /// terms have no context.
    ///
    /// The key keeps the context. So an authentication of the user stays valid for the key as long
    /// as the key exists.
    fileprivate func forKey() -> Terms { Terms(self, context ?? AuthenticationContext()) }
  }

  init(_ key: ElementKey, _ terms: Terms) {
    self.key = key
    self.terms = terms.forKey()
  }

  /// Performs an operation in the secure element, and asks the user if the key's access control
  /// demands it.
  ///
  /// The calling thread must have entered the fork barrier exactly once. The barrier delays forks
  /// during calls. While the user is asked, the thread leaves the barrier, so that a fork need not
  /// wait for the user.
  ///
  /// - Throws: the errors of `ElementService`, or the status of a failed authentication.
  func perform(_ operation: ElementOperation) throws(KeychainError) -> SecretBytes {
    guard let installation = terms.installation else { return try performHere(operation) }
    let outcome = CurrentInstallation.$scoped.withValue(installation) {
      Result { () throws(KeychainError) in try performHere(operation) }
    }
    return try outcome.get()
  }

  private func performHere(_ operation: ElementOperation) throws(KeychainError) -> SecretBytes {
    let service = try ServiceChoice.element(in: ProfileChoice.current())
    let loop = EvidenceLoop(
      in: terms.context, terms.interaction, prompt: terms.prompt, readsFactsFirst: false,
      asking: { [terms] in AuthenticatorChoice.current(terms.installation) })
    return try loop.run { (evidence) throws(KeychainError) in
      do throws(KeychainError) {
        return try service.use(key, for: operation, given: evidence)
      } catch {
        if let demand = error.challenge?.demands.first {
          UseNotes.current?.requires(demand.requirement)
        }
        throw error
      }
    }
  }

  /// The test installation in which the key is used: a test's service, caller and profile.
  ///
  /// Nil if no test installation was remembered. Each use of the key then takes the service and
  /// caller that are current at that time.
  var installation: Installation? { terms.installation }

  /// True if using the key must fail instead of asking the user.
  var forbidsInteraction: Bool {
    terms.interaction != .allow || terms.context?.settings.forbidsInteraction == true
  }
}

extension ServiceChoice {
  /// Returns the service that performs operations with keys of the secure element.
  ///
  /// - Throws: -4 if there is no secure element.
  static func element(in profile: Profile) throws(KeychainError) -> any ElementService {
    guard let service = try current(in: profile) as? any ElementService else {
      throw KeychainError(.unimplemented, "there is no secure element here")
    }
    return service
  }
}
