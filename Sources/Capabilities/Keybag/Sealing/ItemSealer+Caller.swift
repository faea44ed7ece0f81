// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
import SecureMemory

extension ItemSealer {
  private static let callerBinding = Array("latchkey 1 caller".utf8)
  private static let applicationBinding = Array("latchkey 1 application".utf8)
  private static let scheme = Wrapped<KeyRole.Item>.scheme

  /// Seals a caller's application identifier for the change history.
  ///
  /// The key is the metadata key of the protection that is always available. Otherwise an item
  /// could not be deleted while the store is locked: a deletion adds a history entry.
  package func sealCaller(_ identifier: String) throws(SealError) -> [UInt8] {
    try seal(Array(identifier.utf8), binding: Self.callerBinding)
  }

  /// Opens the application identifier that `sealCaller` sealed.
  package func openCaller(_ sealed: [UInt8]) throws(SealError) -> String {
    String(decoding: try open(sealed, binding: Self.callerBinding), as: UTF8.self)
  }

  /// Seals the content of an application's row in the table `registry`.
  ///
  /// The content is bound to the digest of the application identifier. The key is the metadata key
  /// of the protection that is always available, because programs run while the store is locked
  /// (Specification/diagnostics.md, "Application history").
  ///
  /// - Parameter name: the digest of the application identifier.
  package func sealApplication(
    _ content: [UInt8], named name: Identifier16
  ) throws(SealError) -> [UInt8] {
    try seal(content, binding: Self.applicationBinding + name.bytes)
  }

  /// Opens the content that `sealApplication` sealed.
  ///
  /// - Parameter name: the digest of the application identifier.
  package func openApplication(
    _ sealed: [UInt8], named name: Identifier16
  ) throws(SealError) -> [UInt8] {
    try open(sealed, binding: Self.applicationBinding + name.bytes)
  }

  private func seal(_ content: [UInt8], binding: [UInt8]) throws(SealError) -> [UInt8] {
    let padded = Padding.pad(content.span)
    var output = [UInt8].zeros(1 + padded.count + XAES256GCM.overhead)
    output[0] = Self.scheme
    do {
      let key = try alwaysKey()
      let nonce = try randomness.bytes(count: XAES256GCM.nonceSize)
      try padded.withBytes { (bytes) throws(CryptoError) in
        try key.cipher.seal(
          bytes, nonce: nonce.span, binding: binding.span, into: &output, at: 1)
      }
    } catch {
      throw SealError(error)
    }
    return output
  }

  private func open(_ sealed: [UInt8], binding: [UInt8]) throws(SealError) -> [UInt8] {
    guard sealed.first == Self.scheme else { throw .notAuthentic }
    do {
      let padded = try alwaysKey().cipher.open(
        sealed.span.extracting(1...), binding: binding.span)
      guard let content = Padding.unpad(padded) else { throw SealError.notAuthentic }
      return content.withBytes { bytes in bytes.array }
    } catch {
      throw SealError(error)
    }
  }

  private func alwaysKey() throws(SealError) -> CipherKey<KeyRole.Metadata> {
    guard let key = ring.keys(of: epoch)?.metadataKey(of: .always) else {
      throw .unavailable(.always, .locked)
    }
    return key
  }
}
