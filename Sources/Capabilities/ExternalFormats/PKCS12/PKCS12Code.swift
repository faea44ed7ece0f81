// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import SecureMemory

/// The authentication code of a PKCS#12 file: HMAC with a key of the password, by RFC 7292 4 or by
/// PBMAC1 (RFC 9579).
struct PKCS12Code {
  private let algorithm: AlgorithmIdentifier
  private let digest: [UInt8]
  private let salt: [UInt8]
  private let iterations: Int

  /// Reads a MacData.
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

  /// The form of the password with which the code is that of the content.
  ///
  /// - Throws: `wrongPassword` for none, and for a code of a kind that we do not have
  ///   (spec/certificates.md 4.2).
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

  /// PBMAC1: salt and iterations of the MacData mean nothing, and the length of the key has to be
  /// written (RFC 9579 5).
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
