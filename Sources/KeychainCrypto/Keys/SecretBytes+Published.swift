// SPDX-License-Identifier: Apache-2.0
import SecureMemory

extension SecretBytes {
  /// The content, where it is no secret after all: a public number, a signature, a ciphertext.
  var published: [UInt8] {
    withBytes { bytes in
      unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
        for place in bytes.indices { unsafe output[place] = bytes[place] }
        count = bytes.count
      }
    }
  }
}
