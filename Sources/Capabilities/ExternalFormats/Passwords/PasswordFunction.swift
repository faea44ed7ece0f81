// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import SecureMemory

/// A function that derives a key from a password: PBKDF2 (RFC 8018 A.2) or scrypt (RFC 7914 7).
///
/// The schemes PBES2 and PBMAC1 use these functions.
enum PasswordFunction: Hashable {
  case pbkdf2(HashFunction, salt: [UInt8], iterations: Int, keySize: Int?)
  case scrypt(salt: [UInt8], n: Int, r: Int, p: Int, keySize: Int?)

  init(_ identifier: AlgorithmIdentifier) throws(FormatFailure) {
    guard let parameters = identifier.parameters else { throw .malformed }
    switch identifier.algorithm {
    case FormatOID.pbkdf2:
      let read = try FormatFailure.reading { () throws(DERFailure) in
        try PBKDF2Parameters(parameters.span)
      }
      guard let hash = FormatOID.codes[read.code] else { throw .unsupported }
      self = .pbkdf2(hash, salt: read.salt, iterations: read.iterations, keySize: read.keySize)
    case FormatOID.scrypt:
      self = try FormatFailure.reading { () throws(DERFailure) in
        try Self.scrypt(parameters.span)
      }
    default: throw .unsupported
    }
  }

  /// The size of the key in bytes that the file states, or nil if the file does not state a size.
  var keySize: Int? {
    switch self {
    case .pbkdf2(_, _, _, let keySize), .scrypt(_, _, _, _, let keySize): keySize
    }
  }

  /// Derives a key of the given size in bytes from a password.
  func key(
    _ password: ImportPassword, count: Int, _ budget: inout WorkBudget
  ) throws(FormatFailure) -> SecretBytes {
    switch self {
    case .pbkdf2(let hash, let salt, let iterations, _):
      try budget.spend(iterations: iterations, hash, count: count)
      return try FormatFailure.calling { () throws(CryptoError) in
        try PasswordDerivation.pbkdf2(
          hash, password: password.text, salt: salt, iterations: iterations, count: count)
      }
    case .scrypt(let salt, let n, let r, let p, _):
      guard n <= 1 << 20, r <= 64, p <= 64, n * r <= 1 << 20 else { throw .excessive }
      // One scrypt block costs about two units of the budget.
      try budget.spend(2 * n * r, times: p)
      return try FormatFailure.calling { () throws(CryptoError) in
        let cost = try KeyDerivation.ScryptCost(n: UInt64(n), r: UInt32(r), p: UInt32(p))
        return try KeyDerivation.scrypt(
          passcode: password.text, salt: salt, cost: cost, count: count)
      }
    }
  }

  private static func scrypt(_ bytes: Span<UInt8>) throws(DERFailure) -> PasswordFunction {
    var walk = try DERWalk.inSequence(bytes)
    let salt = bytes.array(try walk.next(.octetString, bytes).content)
    let n = try walk.next(bytes).count(bytes)
    let r = try walk.next(bytes).count(bytes)
    let p = try walk.next(bytes).count(bytes)
    let keySize = try walk.nextIfPresent(.integer, bytes)?.count(bytes)
    try walk.finish()
    return .scrypt(salt: salt, n: n, r: r, p: p, keySize: keySize)
  }
}

/// The parameters of PBKDF2 (RFC 8018 A.2).
private struct PBKDF2Parameters {
  let salt: [UInt8]
  let iterations: Int
  let keySize: Int?
  /// The object identifier of the HMAC, which is HMAC with SHA-1 if the file does not name one.
  let code: OID

  init(_ bytes: Span<UInt8>) throws(DERFailure) {
    var walk = try DERWalk.inSequence(bytes)
    salt = bytes.array(try walk.next(.octetString, bytes).content)
    iterations = try walk.next(bytes).count(bytes)
    keySize = try walk.nextIfPresent(.integer, bytes)?.count(bytes)
    if walk.isAtEnd {
      code = OID(1, 2, 840, 113549, 2, 7)
    } else {
      code = try AlgorithmIdentifier(walk.next(bytes), bytes).algorithm
    }
    try walk.finish()
  }
}

extension DERWalk {
  /// Creates a walk over the elements in a SEQUENCE.
  ///
  /// The bytes must be exactly one SEQUENCE, with nothing after it.
  static func inSequence(_ bytes: Span<UInt8>) throws(DERFailure) -> DERWalk {
    var outside = DERWalk(bytes)
    let sequence = try outside.next(.sequence, bytes)
    try outside.finish()
    return DERWalk(sequence)
  }
}
