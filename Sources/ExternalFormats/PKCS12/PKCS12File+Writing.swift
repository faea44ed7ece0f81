// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// Writes PKCS#12 files: certificates and keys under AES-256-CBC with PBKDF2, the whole under HMAC
/// with SHA-256 (spec/certificates.md 5.5).
extension PKCS12File {
  /// The file.
  ///
  /// - Throws: -50 where one of the keys is a public one; -26276 where libcrypto fails.
  package func write(
    password: ImportPassword, _ randomness: some RandomnessSource
  ) throws(KeychainError) -> [UInt8] {
    var bags: [[UInt8]] = []
    for key in keys {
      let form = try key.key.encryptedPKCS8Form(password: password, randomness)
      bags.append(Self.bag(FormatOID.shroudedKeyBag, form, key.label))
    }
    do throws(FormatFailure) {
      var contents: [[UInt8]] = []
      if !certificates.isEmpty {
        contents.append(try encryptedCertificates(password, randomness))
      }
      if !bags.isEmpty { contents.append(Self.content(DERWriter.sequence(bags))) }
      let safe = DERWriter.sequence(contents)
      return DERWriter.sequence([
        DERWriter.integer(3), Self.content(safe), try Self.code(of: safe, password, randomness),
      ])
    } catch { throw KeychainError(importing: error) }
  }

  private func encryptedCertificates(
    _ password: ImportPassword, _ randomness: some RandomnessSource
  ) throws(FormatFailure) -> [UInt8] {
    let bags = certificates.map { entry in
      let value = DERWriter.sequence([
        FormatOID.x509Certificate.element,
        Self.explicit(DERWriter.element(.octetString, entry.certificate.bytes)),
      ])
      return Self.bag(FormatOID.certificateBag, value, entry.label)
    }
    let (identifier, ciphertext) = try PasswordScheme.encrypt(
      SecretBytes(copying: DERWriter.sequence(bags)), password, randomness)
    let content = DERWriter.sequence([
      FormatOID.data.element, identifier,
      DERWriter.element(.context(0, isConstructed: false), ciphertext),
    ])
    return DERWriter.sequence([
      FormatOID.encryptedData.element,
      Self.explicit(DERWriter.sequence([DERWriter.integer(0), content])),
    ])
  }

  /// A MacData (RFC 7292 4).
  private static func code(
    of safe: [UInt8], _ password: ImportPassword, _ randomness: some RandomnessSource
  ) throws(FormatFailure) -> [UInt8] {
    let salt = try PasswordScheme.random(16, randomness)
    let code = try FormatFailure.calling { () throws(CryptoError) in
      let key = try PasswordDerivation.pkcs12(
        .sha256, .authentication, password: password.wide, salt: salt,
        iterations: PasswordScheme.iterations, count: HashFunction.sha256.size)
      return try HashFunction.sha256.code(key: key, of: safe.span)
    }
    let algorithm = DERWriter.sequence([
      FormatOID.sha256.element, DERWriter.element(.null, []),
    ])
    let digest = code.withBytes { DERWriter.element(.octetString, $0.array($0.indices)) }
    return DERWriter.sequence([
      DERWriter.sequence([algorithm, digest]), DERWriter.element(.octetString, salt),
      DERWriter.integer(PasswordScheme.iterations),
    ])
  }

  /// A ContentInfo of plain data.
  private static func content(_ bytes: [UInt8]) -> [UInt8] {
    DERWriter.sequence([
      FormatOID.data.element, explicit(DERWriter.element(.octetString, bytes)),
    ])
  }

  private static func explicit(_ element: [UInt8]) -> [UInt8] {
    DERWriter.element(.context(0, isConstructed: true), element)
  }

  private static func bag(_ type: OID, _ value: [UInt8], _ label: Label) -> [UInt8] {
    var attributes: [[UInt8]] = []
    if let name = label.friendlyName {
      let units = name.utf16.flatMap {
        [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
      }
      attributes.append(
        attribute(FormatOID.friendlyName, DERWriter.element(.bmpString, units)))
    }
    if let identifier = label.localKeyID {
      attributes.append(
        attribute(FormatOID.localKeyID, DERWriter.element(.octetString, identifier)))
    }
    let set = DERWriter.set(attributes)
    return DERWriter.sequence([type.element, explicit(value)] + (attributes.isEmpty ? [] : [set]))
  }

  private static func attribute(_ type: OID, _ value: [UInt8]) -> [UInt8] {
    DERWriter.sequence([type.element, DERWriter.set([value])])
  }
}

extension DERWriter {
  /// A SET of elements, in the order that DER asks for (X.690 11.6).
  static func set(_ elements: [[UInt8]]) -> [UInt8] {
    let sorted = elements.sorted { $0.lexicographicallyPrecedes($1) }
    return element(.set, sorted.reduce(into: []) { $0 += $1 })
  }
}
