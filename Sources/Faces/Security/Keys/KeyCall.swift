// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// A call about a key, as a trace (record of a program's calls) reports it
/// (Specification/diagnostics.md, "Tracing a running program").
///
/// A trace names the key and the algorithm, never the data.
struct KeyCall {
  let verb: CallFacts.Verb
  var key: SecKey?
  var algorithm: SecKeyAlgorithm?
  /// The name of the called function; nil if `verb` stands for exactly this function.
  ///
  /// For example, the verb `createRandomKey` also stands for `SecKeyGeneratePair`, which must
  /// therefore be named.
  var function: StaticString?
  /// The parameters of a new or imported key, without the key's bytes; nil for calls with an
  /// existing key.
  var parameters: NSDictionary?

  init(
    _ verb: CallFacts.Verb, _ key: SecKey? = nil, _ algorithm: SecKeyAlgorithm? = nil,
    of parameters: NSDictionary? = nil, named function: StaticString? = nil
  ) {
    (self.verb, self.key, self.algorithm) = (verb, key, algorithm)
    (self.function, self.parameters) = (function, parameters)
  }

  /// Runs the call, and records it if calls are being traced.
  ///
  /// A call that is made during another call is recorded as a part of that other call.
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
    // An unknown text is not recorded, because it may hold anything.
    shape.use.algorithm = algorithm.map { algorithm in
      KeyAlgorithm(name: String(algorithm.rawValue))?.name ?? "unknown"
    }
    if let parameters { shape.describe(parameters) }
    if let held = key?.held { shape.forbidsInteraction = held.forbidsInteraction }
  }
}

/// The facts about a key that a trace records: its type, size and class, never its secret
/// (Specification/diagnostics.md, "Tracing a running program").
extension UseFact.Key {
  /// Describes a key without its secret.
  ///
  /// A trace identifies a key pair by a digest of the public key. Digests of different processes
  /// cannot be compared. A symmetric key has no digest.
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
    case .file(let held):
      let publicHalf = held.publicHalf
      self.init(type: publicHalf.family.word, bits: publicHalf.bits, keyClass: "private")
      digest = ValueDigest.ofThisProcess(publicHalf.publicForm)
    case .symmetric(let bytes):
      self.init(type: "symmetric", bits: 8 * bytes.count, keyClass: "symmetric")
    }
  }

  /// Describes a private key of the secure element by its access control and its size in bits.
  ///
  /// - Parameter accessControl: nil if the caller's parameters name an unknown protection.
  init(_ accessControl: AccessControl?, bits: Int) {
    self.init(type: KeyFamily.ec.word, bits: bits, keyClass: "private")
    token = ElementKey.token
    self.accessControl = accessControl
  }
}

extension CallShape {
  /// Records the parameters of a new or imported key in the trace of the call.
  mutating func describe(_ parameters: NSDictionary) {
    pairs = ForeignDictionary(parameters).pairs.map { CallFacts.Pair($0, in: .add) }
    // A pair that is not an attribute has no effect on an item.
    for place in pairs.indices where pairs[place].effect != .stored {
      pairs[place].effect = .option
    }
  }
}

extension SecKey {
  /// The key of the secure element with its terms of use; nil if the key is not in the secure
  /// element.
  var held: HeldElementKey? {
    if case .element(let held) = body { held } else { nil }
  }
}

extension KeychainError {
  /// Makes the error for a new key that could not be stored.
  ///
  /// - Parameter status: the status of adding the key's item.
  static func notStored(_ status: OSStatus) -> KeychainError {
    KeychainError(Code(rawValue: status), "the key cannot be stored")
  }
  var isOfStoring: Bool { "\(reason)" == "\(Self.notStored(0).reason)" }
}
