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

}
