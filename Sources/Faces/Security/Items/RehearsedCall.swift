// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import KeychainExplaining
package import KeychainTypes
import SecureMemory

/// The result of a rehearsal: a dry run of a `SecItem` call, whose changes to the store are
/// computed and then discarded (Specification/diagnostics.md, "Principles of diagnosis").
package struct RehearsedCall {
  package let shape: CallShape
  package let asked: AskedFact
  package let error: KeychainError?
  package let trail: Trail?

  /// Rehearses a call with the service that a real call of the current task would use.
  ///
  /// - Parameter shape: the known facts about the call, to which the facts of the dictionaries are
  ///   added.
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
