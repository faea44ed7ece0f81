// SPDX-License-Identifier: Apache-2.0
package import KeychainComposition
import KeychainEngine
import KeychainExplaining
package import KeychainExplanations
import SecureMemory

/// What of a service can say why it answers what it answers.
package enum Explainer {
  /// The service as one that explains; nil where it cannot.
  package static func of(_ service: ServiceChoice.Service) -> (any Explaining)? {
    // The usual one first: asking for a protocol costs a search through all types.
    if let session = service as? Session { return session }
    return service as? any Explaining
  }

  /// The same service, telling the listener of this task what it meets, where there is one.
  ///
  /// The first calls of a program on the store of this user let the store take notice of it.
  package static func telling(_ service: ServiceChoice.Service) -> ServiceChoice.Service {
    guard !Watchers.isQuiet else { return service }
    ProgramMemory.begin(service)
    guard let listener = CallListener.current, listener.hearsEngine, !listener.isRehearsal,
      let explaining = of(service)
    else { return service }
    return explaining.listening(to: listener, assuming: nil)
  }
}
