// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Records a call on keychain files, with its trail: the keychains that the call asks, and their
/// answers (Specification/diagnostics.md, "Tracing a running program").
///
/// The record has names of keychains, kinds of attributes, and numbers, but no secrets.
package struct KeychainCallWatch {
  private let watch: CallWatch
  private let shape: CallShape
  private let asked: AskedFact
  private let trail: KeychainTrail

  /// Begins to record a call.
  ///
  /// Nil if no observer wants a record of the call, or if the call asks no keychain file.
  ///
  /// - Parameters:
  ///   - function: The name of the function that programs call, for example
  ///     `SecKeychainFindGenericPassword`.
  ///   - describe: Adds the arguments of the call, as pairs of key and value, to a `CallShape`.
  ///   - rehearse: Returns the trail that the call will have; nil if the call asks no keychain
  ///     file.
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

  /// Ends the record of the call, and passes it to the observers.
  ///
  /// The trail was computed before the call, and the user's answer to a prompt was not known then.
  /// If the call has another error than the trail, the trail gets the error of the call.
  ///
  /// - Parameter error: The error of the call; nil if the call succeeded.
  package func end(_ error: KeychainError?) {
    var trail = trail
    // The rehearsal does not ask the store, whose own call is recorded separately. An unforeseen
    // error is therefore the store's error, unless a keychain file has decided the call.
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
