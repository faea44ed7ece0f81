// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainCrypto
import SecureMemory

/// A PKCS#12 file: as it is, or with a code that is right around what the input holds, since no
/// change would get past the code.
enum FuzzPKCS12 {
  static func run(_ bytes: [UInt8]) {
    guard let mode = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    let input =
      switch mode % 3 {
      case 0: rest
      case 1: file(rest)
      default: file(DERWriter.sequence([content(rest)]))
      }
    guard let file = try? PKCS12File(SecretBytes(copying: input), password: .empty) else { return }
    check(file)
  }

  private static func check(_ file: PKCS12File) {
    guard let identities = try? file.identities(), let others = try? file.otherCertificates() else {
      preconditionFailure("SHA-1 is there")
    }
    precondition(identities.count <= file.keys.count, "an identity is one of the keys")
    precondition(others.count <= file.certificates.count)
    precondition(file.keys.allSatisfy { $0.key.half == .privateHalf }, "keys are private")
    precondition(
      identities.isEmpty || others.count < file.certificates.count,
      "an identity's certificate is not among the others")
  }

  /// A ContentInfo of plain data.
  private static func content(_ bytes: [UInt8]) -> [UInt8] {
    let data = OID(1, 2, 840, 113549, 1, 7, 1)
    return DERWriter.sequence([
      DERWriter.element(.objectIdentifier, data.content),
      DERWriter.element(
        .context(0, isConstructed: true), DERWriter.element(.octetString, bytes)),
    ])
  }

  /// A file around an AuthenticatedSafe, under the empty password.
  private static func file(_ safe: [UInt8]) -> [UInt8] {
    let salt: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    let code = try? HashFunction.sha256.code(
      key: PasswordDerivation.pkcs12(
        .sha256, .authentication, password: SecretBytes(copying: [0, 0]), salt: salt,
        iterations: 1, count: 32),
      of: safe.span)
    let sha256 = OID(2, 16, 840, 1, 101, 3, 4, 2, 1)
    let algorithm = DERWriter.sequence([
      DERWriter.element(.objectIdentifier, sha256.content), DERWriter.element(.null, []),
    ])
    let digest = code?.withBytes { $0.array($0.indices) } ?? []
    return DERWriter.sequence([
      DERWriter.integer([3]), content(safe),
      DERWriter.sequence([
        DERWriter.sequence([algorithm, DERWriter.element(.octetString, digest)]),
        DERWriter.element(.octetString, salt),
      ]),
    ])
  }
}
