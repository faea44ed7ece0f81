// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import SecureMemory

/// A source of pseudo-random bytes from HMAC-SHA256 in counter mode.
///
/// The bytes depend on the key, on the label and on the number of bytes. Each HMAC is computed over
/// the counter, the label and the number of bits. The counter and the number of bits have two
/// big-endian bytes each.
struct RejectionStream: Sendable {
  private let hmac: HMACSHA256

  init(key: SecretBytes) throws(CryptoError) { hmac = try HMACSHA256(key: key) }

  func bytes(_ label: String, count: Int) throws(CryptoError) -> SecretBytes {
    let bits = count * 8
    let tail = Array(label.utf8) + [UInt8(bits >> 8), UInt8(truncatingIfNeeded: bits)]
    return try SecretBytes(count: count) {
      (output: inout MutableSpan<UInt8>) throws(CryptoError) in
      var place = 0
      var counter: UInt16 = 0
      while place < count {
        let head = [UInt8(counter >> 8), UInt8(truncatingIfNeeded: counter)]
        let block = try hmac.key(from: [SecretBytes(copying: head + tail)])
        let taken = min(block.count, count - place)
        block.withBytes { block in
          for index in 0..<taken { output[place + index] = block[index] }
        }
        place += taken
        counter += 1
      }
    }
  }
}
