// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainExplaining
import KeychainTypes
import SecureMemory

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

/// What is noted of keys, algorithms and the parameters of new keys for who follows a call: names,
/// sizes and kinds (spec/diagnostics.md 1.4).
extension UseFact.Key {
  /// What may be told of a key; the digest of what is public of it means nothing elsewhere.
  init(_ key: SecKey) {
    switch key.body {
    case .software(let software):
      self.init(
        type: software.family.word, bits: software.bits,
        keyClass: software.half == .privateHalf ? "private" : "public")
      digest = ValueDigest.ofThisProcess(software.publicForm)
    case .element(let held):
      self.init(held.key.accessControl, bits: held.key.bits)
      digest = ValueDigest.ofThisProcess(held.key.point)
    case .symmetric(let bytes):
      self.init(type: "symmetric", bits: 8 * bytes.count, keyClass: "symmetric")
    }
  }

  /// A private key of the secure element.
  init(_ accessControl: AccessControl?, bits: Int) {
    self.init(type: KeyFamily.ec.word, bits: bits, keyClass: "private")
    token = ElementKey.token
    self.accessControl = accessControl
  }
}

extension CallShape {
  /// The parameters of a key.
  mutating func describe(_ parameters: NSDictionary) {
    pairs = ForeignDictionary(parameters).pairs.map { CallFacts.Pair($0, in: .add) }
    // What is no attribute is none of an item either way.
    for place in pairs.indices where pairs[place].effect != .stored {
      pairs[place].effect = .option
    }
  }
}

extension SecKey {
  /// A key of the secure element with those in whose name it is used.
  var held: HeldElementKey? {
    if case .element(let held) = body { held } else { nil }
  }
}

extension KeychainError {
  /// Why a key is not stored: as the add of its item says.
  static func notStored(_ status: OSStatus) -> KeychainError {
    KeychainError(Code(rawValue: status), "the key cannot be stored")
  }
  var isOfStoring: Bool { "\(reason)" == "\(Self.notStored(0).reason)" }
}
