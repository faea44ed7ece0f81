// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import SecureMemory

/// The key derivation of ANSI X9.63: hashes of the secret, a counter and shared information (SEC 1
/// 3.6.1).
enum X963Derivation {
  static func derive(
    count: Int, from secret: SecretBytes, _ information: SecretBytes, _ hash: HashFunction
  ) throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: count) { (output: inout MutableSpan<UInt8>) throws(CryptoError) in
      var place = 0
      var counter: UInt32 = 1
      while place < count {
        let number = stride(from: 24, through: 0, by: -8).map {
          UInt8(truncatingIfNeeded: counter >> UInt32($0))
        }
        let block = try hash.hash([secret, SecretBytes(copying: number), information])
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
