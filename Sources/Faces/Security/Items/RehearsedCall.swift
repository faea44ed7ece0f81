// SPDX-License-Identifier: Apache-2.0
import FileKeychain
package import Foundation
import KeychainComposition
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
  /// The keychains that the call asks, with their answers; nil if the call asks Latchkey's own
  /// store alone.
  package let keychains: KeychainTrail?

  /// Rehearses a call with the service that a real call of the current task would use.
  ///
  /// - Parameters:
  ///   - shape: the known facts about the call, to which the facts of the dictionaries are added.
  ///   - isOther: true if the call is rehearsed for another program, not for this process.
  ///   - isAlone: true to assume that no user can be asked.
  package init(
    _ verb: Request.Verb, _ query: NSDictionary, setting changes: NSDictionary?,
    _ rehearsal: Request.Rehearsal, for shape: CallShape, isOther: Bool = false,
    isAlone: Bool = false
  ) {
    defer { Residue.wipe() }
    var shape = shape
    let dictionary = ForeignDictionary(query)
    let exchange = Exchange()
    shape.describe(dictionary, shape.profile)
    var request = ItemRequest(
      dictionary: dictionary, profile: shape.profile, exchange: exchange,
      hasResult: shape.hasResult)
    request.rehearsal = rehearsal
    var terms = FileRehearsal.Terms()
    terms.assumesLocked = rehearsal.lock.map { $0 != .unlocked }
    terms.isAlone = isAlone
    if isOther { terms.client = KeychainClient(shape.caller) }
    request.copies = FileRehearsal(terms)
    let notes = KeychainNotes()
    request.keychains = notes
    var refusal: KeychainError?
    do throws(KeychainError) {
      try ForkBarrier.beginCall()
      defer { ForkBarrier.end() }
      _ = try request.perform(verb, setting: changes)
    } catch { refusal = error }
    if let request = exchange.request { shape.describe(changes, as: request) }
    // The rehearsal ends where the user would be asked. That counts as no error of the call.
    let goesOn = refusal?.code == .userCancelled && notes.hasBegun
    shape.mergesFiles = ProfileChoice.mergesFiles && shape.profile == .dataProtection
    self.shape = shape
    (trail, error) = (exchange.trail, goesOn ? nil : refusal)
    keychains = notes.trail(of: request, verb, after: error)
    asked = notes.asked(exchange)
  }
}
