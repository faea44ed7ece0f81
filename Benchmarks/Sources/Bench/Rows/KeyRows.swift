// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import Foundation
import Security

/// Signing and verifying through `SecKey`, compared with direct calls of libcrypto on that
/// key.
enum KeyRows {
  private struct Kind {
    let name: String
    let title: String
    let type: CFString
    let bits: Int
    let algorithm: SecKeyAlgorithm
  }

  private static var kinds: [Kind] {
    [
      Kind(
        name: "p256", title: "P-256", type: kSecAttrKeyTypeECSECPrimeRandom, bits: 256,
        algorithm: .ecdsaSignatureDigestX962SHA256),
      Kind(
        name: "rsa2048", title: "RSA 2048", type: kSecAttrKeyTypeRSA, bits: 2048,
        algorithm: .rsaSignatureDigestPKCS1v15SHA256),
    ]
  }

  static func measure(_ fixture: Fixture, _ run: Run) throws {
    for kind in kinds { try measure(kind, fixture, run) }
  }

  private static func measure(_ kind: Kind, _ fixture: Fixture, _ run: Run) throws {
    let parameters: [String: Any] = [
      kSecAttrKeyType as String: kind.type, kSecAttrKeySizeInBits as String: kind.bits,
    ]
    guard let key = SecKeyCreateRandomKey(parameters as CFDictionary, nil),
      let half = SecKeyCopyPublicKey(key)
    else { throw BenchError(what: "no key") }
    let raw = try RawKey(generating: kind.bits)
    let digest = Data(repeating: 0x5a, count: 32)
    let signature = try sign(key, kind.algorithm, digest)
    let rawSignature = try raw.sign(Array(digest))
    let (ours, theirs) = try alternate(
      run.samples, Side { _ in _ = try sign(key, kind.algorithm, digest) },
      Side { _ in _ = try raw.sign(Array(digest)) })
    add("key/sign-" + kind.name, "sign with " + kind.title, fixture, ours, theirs, run)
    let (verified, rawVerified) = try alternate(
      run.samples,
      Side { _ in
        let isRight = SecKeyVerifySignature(
          half, kind.algorithm, digest as CFData, signature as CFData, nil)
        guard isRight else { throw BenchError(what: "SecKeyVerifySignature says no") }
      },
      Side { _ in try raw.verify(rawSignature, Array(digest)) })
    add("key/verify-" + kind.name, "verify with it", fixture, verified, rawVerified, run)
  }

  private static func sign(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ digest: Data
  ) throws -> Data {
    guard let signature = SecKeyCreateSignature(key, algorithm, digest as CFData, nil) else {
      throw BenchError(what: "SecKeyCreateSignature gives nothing")
    }
    return signature as Data
  }

  private static func add(
    _ row: String, _ title: String, _ fixture: Fixture, _ ours: Samples, _ theirs: Samples,
    _ run: Run
  ) {
    run.table.add(Line(row, title, fixture.items, ("SecKey", ours), ("libcrypto", theirs)))
  }
}

/// A key pair that only libcrypto holds.
final class RawKey {
  private let key: OpaquePointer
  private let isRSA: Bool

  init(generating bits: Int) throws {
    isRSA = bits > 1000
    let context = EVP_PKEY_CTX_new_from_name(nil, isRSA ? "RSA" : "EC", nil)
    defer { EVP_PKEY_CTX_free(context) }
    var made: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1,
      isRSA
        ? EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits)) == 1
        : EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
      EVP_PKEY_generate(context, &made) == 1, let made
    else { throw BenchError(what: "libcrypto makes no key") }
    key = made
  }

  deinit { EVP_PKEY_free(key) }

  func sign(_ digest: [UInt8]) throws -> [UInt8] {
    let context = EVP_PKEY_CTX_new(key, nil)
    defer { EVP_PKEY_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: 256)
    var count = signature.count
    guard EVP_PKEY_sign_init(context) == 1, choose(context),
      EVP_PKEY_sign(context, &signature, &count, digest, digest.count) == 1
    else { throw BenchError(what: "libcrypto does not sign") }
    return Array(signature.prefix(count))
  }

  func verify(_ signature: [UInt8], _ digest: [UInt8]) throws {
    let context = EVP_PKEY_CTX_new(key, nil)
    defer { EVP_PKEY_CTX_free(context) }
    guard EVP_PKEY_verify_init(context) == 1, choose(context),
      EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1
    else { throw BenchError(what: "libcrypto does not verify") }
  }

  private func choose(_ context: OpaquePointer?) -> Bool {
    guard isRSA else { return true }
    return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
      && EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()) == 1
  }
}
