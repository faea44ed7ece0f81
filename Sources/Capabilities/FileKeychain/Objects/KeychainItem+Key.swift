// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
package import ExternalFormats
package import KeychainTypes
import SecureMemory

/// Keys of keychain files as values that a program can use.
extension KeychainItem {
  /// Returns the key of the item, if the access list permits the operation.
  ///
  /// A public key is not encrypted, and is returned even if the keychain is locked.
  ///
  /// - Throws: -26275 if the bytes are no supported key; the errors of the access list.
  package func softwareKey(for operation: Authorization) throws(KeychainError) -> ExternalItem {
    if relation == Relation.publicKeys.id, let blob = try? KeyBlob(decoding: content()),
      let bytes = blob.clearKey
    {
      return .key(try Self.publicKey(bytes, blob.header))
    }
    let (blob, bytes) = try key(for: operation)
    switch blob.header.kind {
    case .symmetric: return .symmetricKey(bytes)
    case .publicKey: return .key(try Self.publicKey(bytes.withBytes { $0.bytes }, blob.header))
    case .privateKey: return .key(try Self.privateKey(bytes, blob.header))
    }
  }

  private static func publicKey(
    _ bytes: [UInt8], _ header: KeyHeader
  ) throws(KeychainError) -> SoftwareKey {
    do throws(FormatFailure) {
      if header.algorithm == KeyHeader.Algorithm.rsa,
        let key = try? SoftwareKey(
          externalForm: SecretBytes(copying: bytes), .rsa, .publicHalf)
      {
        return key
      }
      return try SoftwareKey(subjectPublicKeyInfo: bytes.span)
    } catch {
      throw unreadable
    }
  }

  /// Reads a private key: from SEC 1 for a key on a curve, otherwise from PKCS#8.
  ///
  /// Other programs may have written keys on curves in PKCS#8. These are read too.
  private static func privateKey(
    _ bytes: SecretBytes, _ header: KeyHeader
  ) throws(KeychainError) -> SoftwareKey {
    if header.algorithm == KeyHeader.Algorithm.ecdsa, let key = try? SoftwareKey(sec1: bytes) {
      return key
    }
    do throws(FormatFailure) { return try SoftwareKey(pkcs8: bytes) } catch { throw unreadable }
  }

  private static let unreadable = KeychainError(
    .decode, "the key is of a kind that is not supported, or is damaged")

  /// Returns the permitted uses of this key, and whether the key may be exported.
  package func terms() throws(KeychainError) -> KeyTerms {
    let values = try values()
    let all = FileColumn.uses
    // A use is permitted unless the file forbids it.
    let permitted = all.filter { values[$0.id] != .number(0) }
    return KeyTerms(
      usage: permitted.count == all.count ? nil : Set(permitted.map(\.attribute)),
      isExtractable: try isExtractable(), isSensitive: try isSensitive())
  }

  /// True if the key may be exported from the keychain.
  package func isExtractable() throws(KeychainError) -> Bool {
    try values()[KeyAttribute.extractable] != .number(0)
  }

  /// True if the key may be exported from the keychain only if it is encrypted under a passphrase.
  package func isSensitive() throws(KeychainError) -> Bool {
    guard case .number(let flag)? = try values()[KeyAttribute.sensitive] else { return false }
    return flag != 0
  }
}
