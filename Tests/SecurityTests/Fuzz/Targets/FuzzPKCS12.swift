// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCrypto
import SecureMemory
import Security

/// Runs PKCS#12 files through SecPKCS12Import: the input itself, or a valid file around it.
///
/// Changed bytes never pass the authentication code and the encryption. So the valid file is made
/// around them, at each depth.
enum FuzzPKCS12 {
  /// The empty password in the form that PKCS#12 derives keys from.
  private static let password = SecretBytes(copying: [0, 0])
  private static let salt: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
  /// The DER of a certificate of the authority.
  static let certificate = [UInt8](
    SecCertificateCopyData(FuzzResponse.certificates[0]) as Data)
  static let key = FuzzAuthority.keyForm

  static func run(_ bytes: [UInt8]) { FuzzImport.container(Data(file(bytes)), nil) }

  /// Returns a file for an input.
  ///
  /// The first byte chooses the depth at which the rest is put.
  static func file(_ bytes: [UInt8]) -> [UInt8] {
    let rest = Array(bytes.dropFirst())
    return
      switch (bytes.first ?? 0) % 6
    {
    case 0: rest
    // The rest is an AuthenticatedSafe, or plain or encrypted SafeContents.
    case 1: coded(rest)
    case 2: coded(sequence(data(rest)))
    case 3: coded(sequence(encrypted(rest)))
    // The rest is a certificate beside a valid key, or a key beside a valid certificate.
    case 4: coded(sequence(data(sequence(certificateBag(rest), keyBag(key)))))
    default: coded(sequence(data(sequence(keyBag(rest), certificateBag(certificate)))))
    }
  }

  private static func sequence(_ parts: [UInt8]...) -> [UInt8] {
    FuzzAuthority.element(0x30, parts.flatMap(\.self))
  }

  /// Returns an object identifier of RSA's (1.2.840.113549.1) with more arcs.
  private static func identifier(_ arcs: UInt8...) -> [UInt8] {
    FuzzAuthority.element(6, [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1] + arcs)
  }

  /// Returns the content as an explicitly tagged element, [0].
  private static func box(_ content: [UInt8]) -> [UInt8] { FuzzAuthority.element(0xa0, content) }

  private static func octets(_ content: [UInt8]) -> [UInt8] { FuzzAuthority.element(4, content) }

  /// Returns a ContentInfo of plain data.
  private static func data(_ bytes: [UInt8]) -> [UInt8] {
    sequence(identifier(7, 1), box(octets(bytes)))
  }

  /// Returns a ContentInfo of encrypted data.
  private static func encrypted(_ bytes: [UInt8]) -> [UInt8] {
    let (scheme, text) = sealed(bytes)
    let content = sequence(identifier(7, 1), scheme, FuzzAuthority.element(0x80, text))
    return sequence(identifier(7, 6), box(sequence([2, 1, 0], content)))
  }

  static func certificateBag(_ bytes: [UInt8], _ attributes: [UInt8] = []) -> [UInt8] {
    let content = sequence(identifier(9, 22, 1), box(octets(bytes)))
    return sequence(identifier(12, 10, 1, 3), box(content), attributes)
  }

  static func keyBag(_ bytes: [UInt8], _ attributes: [UInt8] = []) -> [UInt8] {
    let (scheme, text) = sealed(bytes)
    return sequence(identifier(12, 10, 1, 2), box(sequence(scheme, octets(text))), attributes)
  }

  /// Returns the attributes of a bag: a friendlyName of ASCII characters and a localKeyID.
  static func attributes(name: String?, keyID: String?) -> [UInt8] {
    let name = name.map { name in
      let text = FuzzAuthority.element(0x1e, name.utf8.flatMap { [0, $0] })
      return sequence(identifier(9, 20), FuzzAuthority.element(0x31, text))
    }
    let keyID = keyID.map { keyID in
      sequence(identifier(9, 21), FuzzAuthority.element(0x31, octets(Array(keyID.utf8))))
    }
    return FuzzAuthority.element(0x31, (name ?? []) + (keyID ?? []))
  }

  /// Encrypts with pbeWithSHAAnd3-KeyTripleDES-CBC and one iteration.
  private static func sealed(_ bytes: [UInt8]) -> (scheme: [UInt8], text: [UInt8]) {
    let text = try? PasswordCipher.tripleDES.encrypt(
      SecretBytes(copying: bytes), key: derived(.sha1, .key, 24),
      vector: derived(.sha1, .vector, 8))
    guard let text else { preconditionFailure("libcrypto has the cipher") }
    return (sequence(identifier(12, 1, 3), sequence(octets(salt), [2, 1, 1])), text)
  }

  private static func derived(
    _ hash: HashFunction, _ purpose: PasswordDerivation.Purpose, _ count: Int
  ) throws -> SecretBytes {
    try PasswordDerivation.pkcs12(
      hash, purpose, password: password, salt: salt, iterations: 1, count: count)
  }

  /// Returns a file around an AuthenticatedSafe, authenticated with the empty password.
  private static func coded(_ safe: [UInt8]) -> [UInt8] {
    let code = try? HashFunction.sha256.code(
      key: derived(.sha256, .authentication, 32), of: safe.span)
    let digest = code?.withBytes { code in code.indices.map { code[$0] } } ?? []
    let algorithm = sequence(
      FuzzAuthority.element(6, [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1]), [5, 0])
    return sequence(
      [2, 1, 3], data(safe), sequence(sequence(algorithm, octets(digest)), octets(salt)))
  }
}
