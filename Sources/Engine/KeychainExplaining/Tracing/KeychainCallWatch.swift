// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Records a call on keychains, with the trail of the keychains that it asks
/// (Specification/diagnostics.md, "Tracing a running program").
///
/// The record has names of keychains, kinds of attributes and numbers; it has no secret.
package struct KeychainCallWatch {
  private let watch: CallWatch
  private let shape: CallShape
  private let asked: AskedFact
  private let trail: KeychainTrail

  /// Begins to record a call; nil if no observer wants it.
  ///
  /// - Parameters:
  ///   - function: The name of the function that programs call, for example
  ///     `SecKeychainFindGenericPassword`.
  ///   - describe: Adds the pairs of the call to its shape.
  ///   - rehearse: Returns the trail that the call will have; nil if it asks no keychain file.
  package init?(
    _ verb: CallFacts.Verb, _ function: String, _ asked: AskedFact,
    describing describe: (inout CallShape) -> Void, rehearse: () -> KeychainTrail?
  ) {
    guard CallReporter.ofThisProcess != nil || CallCollector.current != nil, let trail = rehearse(),
      let watch = CallWatch(verb, hasResult: true)
    else { return nil }
    var shape = watch.shape
    shape.use.function = function
    describe(&shape)
    (self.watch, self.shape, self.asked, self.trail) = (watch, shape, asked, trail)
  }

  /// Ends the record.
  ///
  /// - Parameter error: The error of the call; nil if it succeeded. The user's answers can have
  ///   changed the answer that was foreseen.
  package func end(_ error: KeychainError?) {
    var trail = trail
    // The store's answer was not foreseen, and its own call has a record of its own.
    let store = trail.steps.firstIndex { $0.kind == .store }
    if trail.error?.code != error?.code,
      let place = trail.decidingPlace ?? store ?? trail.steps.indices.last
    {
      trail.steps[place].error = error
      trail.settle()
    }
    var outcome = CallOutcome(error: error)
    outcome.keychains = trail
    watch.end(shape, asked: asked, outcome)
  }
}
