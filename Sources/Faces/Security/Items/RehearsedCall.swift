// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import KeychainExplaining
package import KeychainTypes
import SecureMemory

/// A call that is computed up to its changes, none of which is kept (spec/diagnostics.md 0).
package struct RehearsedCall {
  package let shape: CallShape
  package let asked: AskedFact
  package let error: KeychainError?
  package let trail: Trail?

  /// Makes the call to the service that is installed for this task.
  ///
  /// - Parameter shape: what is known of the caller.
  package init(
    _ verb: Request.Verb, _ query: NSDictionary, setting changes: NSDictionary?,
    _ rehearsal: Request.Rehearsal, for shape: CallShape
  ) {
    defer { Residue.wipe() }
    var shape = shape
    let dictionary = ForeignDictionary(query)
    let exchange = Exchange()
    shape.describe(dictionary, shape.profile)
    var request = ItemRequest(
      dictionary: dictionary, profile: shape.profile, exchange: exchange)
    request.rehearsal = rehearsal
    var refusal: KeychainError?
    do throws(KeychainError) {
      try ForkBarrier.beginCall()
      defer { ForkBarrier.end() }
      _ = try request.perform(verb, setting: changes)
    } catch { refusal = error }
    if let request = exchange.request { shape.describe(changes, as: request) }
    self.shape = shape
    (asked, trail, error) = (AskedFact(exchange), exchange.trail, refusal)
  }
}
