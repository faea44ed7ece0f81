// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL

/// Hashes of whole byte strings.
package enum Hash {
  /// SHA-256.
  package static func sha256(_ bytes: Span<UInt8>) throws(CryptoError) -> Digest32 {
    let library = try CryptoLibrary.shared()
    let digest = unsafe Digest32 { (output) -> Bool in
      unsafe run(library.sha256, bytes, into: output)
    }
    guard let digest else { throw .failed }
    return digest
  }

  /// SHA-1, which the item digest and public key hashes are made of; not for security.
  package static func sha1(_ bytes: Span<UInt8>) throws(CryptoError) -> [UInt8] {
    let library = try CryptoLibrary.shared()
    var result = [UInt8](repeating: 0, count: 20)
    let done = unsafe result.withUnsafeMutableBufferPointer {
      unsafe run(library.sha1, bytes, into: $0.baseAddress)
    }
    guard done else { throw .failed }
    return result
  }

  private static func run(
    _ algorithm: OpaquePointer, _ bytes: Span<UInt8>, into output: UnsafeMutablePointer<UInt8>?
  ) -> Bool {
    var length: CUnsignedInt = 0
    return unsafe bytes.withUnsafeBytes {
      unsafe EVP_Digest($0.baseAddress, $0.count, output, &length, algorithm, nil) == 1
    }
  }
}
