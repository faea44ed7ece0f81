// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import SecureMemory

/// The message authentication code of a PKCS#12 file.
///
/// The code is an HMAC with a key that is derived from the password, by RFC 7292 4 or by PBMAC1
/// (RFC 9579).
struct PKCS12Code {
  private let algorithm: AlgorithmIdentifier
  private let digest: [UInt8]
  private let salt: [UInt8]
  private let iterations: Int

  /// Reads the authentication code of a file from its MacData.
  init(_ element: DERElement, _ bytes: Span<UInt8>) throws(DERFailure) {
    guard element.tag == .sequence else { throw .tag }
    var walk = DERWalk(element)
    var digestWalk = DERWalk(try walk.next(.sequence, bytes))
    algorithm = try AlgorithmIdentifier(digestWalk.next(bytes), bytes)
    digest = bytes.array(try digestWalk.next(.octetString, bytes).content)
    try digestWalk.finish()
    salt = bytes.array(try walk.next(.octetString, bytes).content)
    iterations = try walk.nextIfPresent(.integer, bytes)?.count(bytes) ?? 1
    try walk.finish()
  }

  /// Checks the authentication code of `content` with each form of the password
  /// (`ImportPassword.forms`), and returns the form that fits.
  ///
  /// - Throws: `wrongPassword` if the code is wrong with every form of the password, or if the
  ///   code is of an unsupported kind (Specification/certificates.md, "PKCS#12 algorithm").
  func password(
    _ password: ImportPassword, for content: Span<UInt8>, _ budget: inout WorkBudget
  ) throws(FormatFailure) -> ImportPassword {
    for form in password.forms {
      let code: SecretBytes
      do throws(FormatFailure) {
        code = try self.code(form, of: content, &budget)
      } catch .unsupported {
        throw .wrongPassword
      }
      guard code != SecretBytes(copying: digest) else { return form }
    }
    throw .wrongPassword
  }

  private func code(
    _ password: ImportPassword, of content: Span<UInt8>, _ budget: inout WorkBudget
  ) throws(FormatFailure) -> SecretBytes {
    if algorithm.algorithm == FormatOID.pbmac1 {
      return try passwordBasedCode(password, of: content, &budget)
    }
    guard let hash = FormatOID.hashes[algorithm.algorithm], hash != .md5 else {
      throw .unsupported
    }
    try budget.spend(iterations: iterations, hash, count: hash.size)
    return try FormatFailure.calling { () throws(CryptoError) in
      let key = try PasswordDerivation.pkcs12(
        hash, .authentication, password: password.wide, salt: salt, iterations: iterations,
        count: hash.size)
      return try hash.code(key: key, of: content)
    }
  }

  /// Computes the authentication code of the content by PBMAC1.
  ///
  /// The parameters must name the length of the key (RFC 9579 5). The salt and the iterations of
  /// the MacData are ignored.
  private func passwordBasedCode(
    _ password: ImportPassword, of content: Span<UInt8>, _ budget: inout WorkBudget
  ) throws(FormatFailure) -> SecretBytes {
    guard let parameters = algorithm.parameters else { throw .malformed }
    let (function, scheme) = try FormatFailure.reading { () throws(DERFailure) in
      try PasswordScheme.pair(parameters.span)
    }
    guard let hash = FormatOID.codes[scheme.algorithm], hash != .md5 else { throw .unsupported }
    let derivation = try PasswordFunction(function)
    guard let size = derivation.keySize, (20...1024).contains(size) else { throw .malformed }
    let key = try derivation.key(password, count: size, &budget)
    return try FormatFailure.calling { () throws(CryptoError) in
      try hash.code(key: key, of: content)
    }
  }
}
