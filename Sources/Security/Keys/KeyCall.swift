// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainExplanations
import KeychainTracing
import KeychainTypes

/// One call about a key, for who follows it (spec/diagnostics.md 1.4).
///
/// What is told of it is which key and which algorithm; never the data.
struct KeyCall {
  let verb: CallFacts.Verb
  var key: SecKey?
  var algorithm: SecKeyAlgorithm?
  /// The function, where it is none that the verb is named for.
  var function: StaticString?
  /// What a key is to be made of, but for its bytes.
  var parameters: NSDictionary?

  init(
    _ verb: CallFacts.Verb, _ key: SecKey? = nil, _ algorithm: SecKeyAlgorithm? = nil,
    of parameters: NSDictionary? = nil, named function: StaticString? = nil
  ) {
    (self.verb, self.key, self.algorithm) = (verb, key, algorithm)
    (self.function, self.parameters) = (function, parameters)
  }

  /// Makes the call; one that another call makes is a part of that.
  func run<Result>(
    _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    if UseCall.isWanted { return try call.run(body) }
    do throws(KeychainError) { return try body() } catch {
      call.failed(error)
      throw error
    }
  }

  private var call: UseCall {
    UseCall(verb, in: key?.held?.installation, isOfStoring: \.isOfStoring) { describe(&$0) }
  }

  private func describe(_ shape: inout CallShape) {
    shape.use.function = function.map { "\($0)" }
    shape.use.key = key.map { UseFact.Key($0) }
    // Another text may be anything.
    shape.use.algorithm = algorithm.map { algorithm in
      KeyAlgorithm(name: String(algorithm.rawValue))?.name ?? "unknown"
    }
    if let parameters { shape.describe(parameters) }
    if let held = key?.held { shape.forbidsInteraction = held.forbidsInteraction }
  }
}
