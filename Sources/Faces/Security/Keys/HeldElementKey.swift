// SPDX-License-Identifier: Apache-2.0
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// A key of the secure element in a `SecKey`'s hands: the key, and in whose name and with whose
/// evidence it is used (spec/seckey.md 7.3).
final class HeldElementKey: Sendable {
  let key: ElementKey
  private let terms: Terms

  /// What a query says of the person at the device, for the keys that it brings.
  struct Terms: Sendable {
    /// Given with the query, else one for each key.
    let context: AuthenticationContext?
    let interaction: Interaction
    let prompt: String?
    /// Where the key is at home.
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

    /// The same with a context: evidence that was earned once serves the key as long as it lives.
    fileprivate func forKey() -> Terms { Terms(self, context ?? AuthenticationContext()) }
  }

  init(_ key: ElementKey, _ terms: Terms) {
    self.key = key
    self.terms = terms.forKey()
  }

  /// The result of an operation in the element; asks the user where the access control wants it.
  ///
  /// Within the fork barrier, once: a fork need not wait for a person.
  ///
  /// - Throws: what `ElementService` throws, or the status of the outcome of an authentication.
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

  /// Where the key is at home.
  var installation: Installation? { terms.installation }

  /// Whether prompts are forbidden.
  var forbidsInteraction: Bool {
    terms.interaction != .allow || terms.context?.settings.forbidsInteraction == true
  }
}

extension ServiceChoice {
  /// The service of a call about keys of the secure element.
  ///
  /// - Throws: -4 where there is no such element.
  static func element(in profile: Profile) throws(KeychainError) -> any ElementService {
    guard let service = try current(in: profile) as? any ElementService else {
      throw KeychainError(.unimplemented, "there is no secure element here")
    }
    return service
  }
}
