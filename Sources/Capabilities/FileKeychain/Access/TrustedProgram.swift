// SPDX-License-Identifier: Apache-2.0

/// A program that an access list trusts: its path, its old hash and its requirement
/// (Specification/file-keychain.md, "Trusted applications").
package struct TrustedProgram: Hashable, Sendable {
  /// The path of the program, which is shown to people and decides nothing.
  package let path: [UInt8]
  /// The old hash: the SHA-1 of the first 16 KiB of the executable; zeros if the hash is unknown.
  package let legacyHash: [UInt8]
  /// The blobs that follow the path: compiled requirements, each with its magic number.
  package let blobs: [Blob]

  /// A part of a trusted program's bytes in an access list, whose magic number tells its kind.
  package struct Blob: Hashable, Sendable {
    package let magic: UInt32
    /// The bytes of the blob after its magic number and its length.
    package let content: [UInt8]

    package init(magic: UInt32, content: [UInt8]) {
      (self.magic, self.content) = (magic, content)
    }
  }

  /// The magic number of a compiled requirement.
  package static let requirementMagic: UInt32 = 0xFADE_0C00
  static let hashSize = 20

  package init(path: [UInt8], legacyHash: [UInt8]? = nil, blobs: [Blob] = []) {
    self.path = path
    self.legacyHash = legacyHash ?? [UInt8](repeating: 0, count: Self.hashSize)
    self.blobs = blobs
  }

  /// The compiled code requirement that the program must meet; nil if the program was not signed.
  package var requirement: [UInt8]? {
    blobs.first { $0.magic == Self.requirementMagic }?.content
  }
}
