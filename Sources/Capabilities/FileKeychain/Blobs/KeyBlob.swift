// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// The blob of a key: its properties, its access list, and its wrapped bytes
/// (Specification/keychain-file-format.md, "Key blob").
package struct KeyBlob: Sendable {
  /// The class of a key; a raw value is the number of the class in a key blob.
  package enum Kind: UInt32, Sendable {
    case publicKey = 0
    case privateKey = 1
    case symmetric = 2
  }

  /// The format PKCS#1 of a public key of RSA.
  package static let pkcs1: UInt32 = 1
  /// The format SubjectPublicKeyInfo, for all public keys but RSA.
  ///
  /// The number is Latchkey's choice (Specification/keychain-file-format.md, "Key blob").
  package static let x509: UInt32 = 0x8000_0000

  static let headSize = 136
  private static let headerRange = 24..<100
  private static let code = 116..<136
  /// The twenty bytes that a key in the clear has in place of an authentication code.
  private static let clearText = Array("Cleartext public key".utf8)

  package let version: BlobVersion
  private var vector: [UInt8]
  /// The properties of the key: its class, algorithm, size and permitted uses.
  package var header: KeyHeader
  /// Four numbers: the type and the format of the wrapped bytes, and the algorithm and the mode of
  /// the wrapping.
  private var wrapping: [UInt32]
  private var storedCode: [UInt8]
  package private(set) var access: [UInt8]
  private var content: [UInt8]

  /// Reads the blob from the data of a key record.
  package init(decoding bytes: [UInt8]) throws(BlobFailure) {
    guard bytes.count >= Self.headSize, bytes.atom(at: 0) == DatabaseBlob.magic,
      let number = bytes.atom(at: 4), let start = bytes.size(at: 8), let end = bytes.size(at: 12),
      Self.headSize <= start, start <= end, end <= bytes.count
    else { throw .malformed }
    guard let version = BlobVersion(rawValue: number) else { throw .unknownVersion }
    guard let header = KeyHeader(decoding: Array(bytes[Self.headerRange])) else {
      throw .malformed
    }
    self.version = version
    self.header = header
    vector = Array(bytes[16..<24])
    wrapping = stride(from: 100, to: 116, by: 4).map { bytes.atom(at: $0) ?? 0 }
    storedCode = Array(bytes[Self.code])
    access = Array(bytes[Self.headSize..<start])
    content = Array(bytes[start..<end])
    // A clear key has no code, so only a public key may be clear.
    guard !isClear || header.kind == .publicKey else { throw .malformed }
  }

  /// Makes the blob of a key that is wrapped under the keychain's keys.
  ///
  /// - Parameters:
  ///   - access: the bytes of the key's access list (`AccessList.encode`).
  ///   - vector: the initialization vector of the wrapping, new random bytes for each key.
  package init(
    wrapping key: SecretBytes, _ header: KeyHeader, access: [UInt8], version: BlobVersion,
    under keys: KeychainKeys, vector: [UInt8]
  ) throws(BlobFailure) {
    (self.version, self.vector, self.header, self.access) = (version, vector, header, access)
    // The numbers say: wrapped, in Apple's own format, with Triple DES in CBC mode.
    wrapping = [3, 100, 17, 6]
    storedCode = []
    content = try KeyWrapping.wrap(key, under: keys.encryption, vector: vector)
    try sign(keys)
  }

  /// Makes the blob of a public key, which stands in the clear.
  ///
  /// - Parameter format: the format of the key's bytes: `pkcs1` or `x509`.
  package init(
    clear key: [UInt8], _ header: KeyHeader, format: UInt32, access: [UInt8], version: BlobVersion
  ) {
    (self.version, self.header, self.access) = (version, header, access)
    vector = [UInt8](repeating: 0, count: KeyWrapping.vectorSize)
    wrapping = [0, format, 0, 0]
    storedCode = Self.clearText
    content = key
  }

  /// True if the key stands in the clear, without an authentication code.
  package var isClear: Bool { storedCode == Self.clearText }

  /// The bytes of a key that stands in the clear; nil for a wrapped key.
  package var clearKey: [UInt8]? { isClear ? content : nil }

  package func encode() -> [UInt8] { head + storedCode + access + content }

  /// The bytes of the blob before its authentication code.
  private var head: [UInt8] {
    var bytes: [UInt8] = []
    let start = Self.headSize + access.count
    for atom in [DatabaseBlob.magic, version.rawValue] { bytes.append(atom: atom) }
    bytes.append(size: start)
    bytes.append(size: start + content.count)
    bytes += vector
    bytes += header.bytes
    for atom in wrapping { bytes.append(atom: atom) }
    return bytes
  }

  /// Returns the bytes of the key.
  ///
  /// The bytes of a key in the clear are returned unchecked, because its blob has no authentication
  /// code.
  ///
  /// - Throws: `notAuthentic` if the blob was changed or belongs to another keychain.
  package func key(under keys: KeychainKeys) throws(BlobFailure) -> SecretBytes {
    guard !isClear else { return SecretBytes(copying: content) }
    try verify(keys)
    return try KeyWrapping.unwrap(content, under: keys.encryption, vector: vector)
  }

  /// Checks that the blob was made with these keys; a key in the clear passes, because its blob has
  /// no authentication code.
  package func verify(_ keys: KeychainKeys) throws(BlobFailure) {
    guard !isClear else { return }
    guard try code(keys) == SecretBytes(copying: storedCode) else { throw .notAuthentic }
  }

  /// Replaces the access list, and renews the blob's authentication code.
  ///
  /// The blob of a key in the clear has no authentication code, so only its access list changes.
  package mutating func replaceAccess(
    _ access: [UInt8], _ keys: KeychainKeys
  ) throws(BlobFailure) {
    self.access = access
    if !isClear { try sign(keys) }
  }

  private mutating func sign(_ keys: KeychainKeys) throws(BlobFailure) {
    storedCode = try code(keys).withBytes { $0.bytes }
  }

  private func code(_ keys: KeychainKeys) throws(BlobFailure) -> SecretBytes {
    let rest = access + content
    return try BlobCode.of(head.span, rest.span, version: version, key: keys.signing)
  }
}
