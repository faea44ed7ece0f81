// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import SecureMemory

// The calls with arrays, which may be temporary ones.

extension HashFunction {
  func hash(_ bytes: [UInt8]) throws -> [UInt8] { try hash(bytes.span) }
}

extension ECKey {
  func sign(_ digest: [UInt8]) throws -> [UInt8] { try sign(digest.span) }
  func verify(_ signature: [UInt8], of digest: [UInt8]) throws -> Bool {
    try verify(signature.span, of: digest.span)
  }
}

extension RSAKey {
  func publicPower(_ block: [UInt8]) throws -> [UInt8] { try publicPower(block.span) }
  func privatePower(_ block: [UInt8]) throws -> [UInt8] { try privatePower(block.span).clear }
  func signPSS(digest: [UInt8], _ hash: HashFunction) throws -> [UInt8] {
    try signPSS(digest: digest.span, hash)
  }
  func verifyPSS(_ signature: [UInt8], digest: [UInt8], _ hash: HashFunction) throws -> Bool {
    try verifyPSS(signature.span, digest: digest.span, hash)
  }
  func encryptOAEP(_ text: [UInt8], _ hash: HashFunction) throws -> [UInt8] {
    try encryptOAEP(text.span, hash)
  }
  func decryptOAEP(_ text: [UInt8], _ hash: HashFunction) throws -> [UInt8] {
    try decryptOAEP(text.span, hash).clear
  }
}

extension AESGCM {
  static func seal(
    _ text: [UInt8], key: SecretBytes, nonce: SecretBytes, additional: [UInt8] = []
  ) throws -> [UInt8] {
    try seal(text.span, key: key, nonce: nonce, additional: additional.span)
  }
  static func open(
    _ text: [UInt8], key: SecretBytes, nonce: SecretBytes, additional: [UInt8] = []
  ) throws -> [UInt8] {
    try open(text.span, key: key, nonce: nonce, additional: additional.span).clear
  }
}

extension SecretBytes {
  /// The bytes in the clear, to compare them.
  var clear: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }
}

/// Returns the bytes of a hexadecimal text.
func bytes(hex text: String) -> [UInt8] {
  let digits = text.filter { !$0.isWhitespace }.compactMap { $0.hexDigitValue }
  return stride(from: 0, to: digits.count - 1, by: 2).map {
    UInt8(digits[$0] << 4 | digits[$0 + 1])
  }
}
