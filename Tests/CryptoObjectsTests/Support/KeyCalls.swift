// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import KeychainTypes
import SecureMemory
import Testing

// The operations with arrays, and with algorithms as strings.

extension SoftwareKey {
  func sign(_ input: [UInt8], _ name: String) throws -> [UInt8] {
    try sign(input.span, algorithm(name))
  }

  func verify(_ signature: [UInt8], of input: [UInt8], _ name: String) throws {
    try verify(signature.span, of: input.span, algorithm(name))
  }

  func encrypt(_ text: [UInt8], _ name: String) throws -> [UInt8] {
    try encrypt(text.span, algorithm(name))
  }

  func decrypt(_ ciphertext: [UInt8], _ name: String) throws -> [UInt8] {
    try decrypt(ciphertext.span, algorithm(name)).clear
  }

  func exchange(
    _ name: String, with peer: [UInt8], _ parameters: KeyExchangeParameters? = nil
  ) throws -> [UInt8] {
    try exchange(algorithm(name), with: peer, parameters).clear
  }

  private func algorithm(_ name: String) throws -> KeyAlgorithm {
    try #require(KeyAlgorithm(name: "algid:" + name), "\(name)")
  }
}

extension SecretBytes {
  /// The bytes in the clear, to compare them.
  var clear: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }
}

/// Returns 0, or the status of the error that a call throws.
func status(_ call: () throws -> Void) -> Int32 {
  do {
    try call()
    return 0
  } catch let error as KeychainError {
    return error.code.rawValue
  } catch {
    Issue.record("\(error)")
    return .min
  }
}

/// Returns the bytes with one bit flipped.
///
/// A negative position counts from the end.
func turned(_ bytes: [UInt8], at place: Int, bit: UInt8 = 1) -> [UInt8] {
  var bytes = bytes
  bytes[place < 0 ? bytes.count + place : place] ^= bit
  return bytes
}

/// Returns this many bytes of one value.
func bytes(_ count: Int, _ value: UInt8 = 0x61) -> [UInt8] {
  [UInt8](repeating: value, count: count)
}

/// Returns the hash of the bytes.
func digest(_ hash: HashFunction, _ bytes: [UInt8]) throws -> [UInt8] { try hash.hash(bytes.span) }
