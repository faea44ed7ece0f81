// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
package import SecureMemory

/// The content, owner and mode of a file that was read.
package struct FileContent: Sendable {
  /// The content of the file.
  ///
  /// The content is in secret memory, because the file may be the device key.
  package let bytes: SecretBytes
  /// The numeric identifier of the user that owns the file.
  package let owner: UInt32
  /// The permission bits of the file.
  package let mode: UInt32

  /// Makes the content of a file, with its owner and permission bits.
  package init(bytes: SecretBytes, owner: UInt32, mode: UInt32) {
    self.bytes = bytes
    self.owner = owner
    self.mode = mode
  }
}
