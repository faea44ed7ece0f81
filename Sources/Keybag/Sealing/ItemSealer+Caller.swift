// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

extension ItemSealer {
  private static let callerBinding = Array("latchkey 1 caller".utf8)
  private static let scheme = Wrapped<KeyRole.Item>.scheme

  /// Seals a caller's application identifier for the change history.
  ///
  /// Under the metadata key that is always there, since a delete while locked leaves an entry too.
  package func sealCaller(_ identifier: String) throws(SealError) -> [UInt8] {
    let content = Array(identifier.utf8)
    let padded = Padding.pad(content.span)
    var output = [UInt8](repeating: 0, count: 1 + padded.count + XAES256GCM.overhead)
    output[0] = Self.scheme
    do {
      let key = try alwaysKey()
      let nonce = try randomness.bytes(count: XAES256GCM.nonceSize)
      try padded.withBytes { (bytes) throws(CryptoError) in
        try key.cipher.seal(
          bytes, nonce: nonce.span, binding: Self.callerBinding.span, into: &output, at: 1)
      }
    } catch {
      throw SealError(error)
    }
    return output
  }

  /// Opens what `sealCaller` made.
  package func openCaller(_ sealed: [UInt8]) throws(SealError) -> String {
    guard sealed.first == Self.scheme else { throw .notAuthentic }
    do {
      let padded = try alwaysKey().cipher.open(
        sealed.span.extracting(1...), binding: Self.callerBinding.span)
      guard let content = Padding.unpad(padded) else { throw SealError.notAuthentic }
      return content.withBytes { bytes in
        String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      }
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
