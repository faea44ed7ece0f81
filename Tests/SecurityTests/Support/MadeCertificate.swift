// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// A certificate for a P-256 key that a test made.
///
/// Its signature is invalid unless a signer is set.
struct MadeCertificate {
  /// The common name of the subject.
  var subject = "leaf"
  var issuer = "leaf"
  var serial: UInt8 = 1
  var notBefore = "20200101000000Z"
  var notAfter = "20400101000000Z"
  var addresses: [String] = []
  /// The host names of the subject alternative name.
  var hosts: [String] = []
  /// True if the certificate says that it is an authority.
  var isAuthority = false
  /// True if the certificate says that it is for servers.
  var isForServers = false
  /// The private key that signs the certificate, or nil for an invalid signature.
  var signer: SecKey?
  /// True to sign with SHA-1 instead of SHA-256.
  var hasOldHash = false
  /// The public key as a point of the curve.
  var point: Data

  /// Makes a certificate for a key pair, from either half of it.
  init(_ key: SecKey) throws {
    point = try #require(SecKeyCopyPublicKey(key).flatMap { KeyCalls.form($0) })
  }

  /// Returns the certificate as an object.
  func object() throws -> SecCertificate {
    try #require(SecCertificateCreateWithData(nil, der as NSData))
  }

  var der: Data {
    let end: [UInt8] = hasOldHash ? [1] : [3, 2]
    let algorithm = Self.element(
      0x30, Self.identifier([0x2A, 0x86, 0x48, 0xCE, 0x3D, 4] + end))
    let content = content(algorithm)
    return Self.element(
      0x30, content, algorithm, Self.element(3, Data([0]) + signature(over: content)))
  }

  private func signature(over content: Data) -> Data {
    let algorithm: SecKeyAlgorithm =
      hasOldHash ? .ecdsaSignatureMessageX962SHA1 : .ecdsaSignatureMessageX962SHA256
    return signer.flatMap { KeyCalls.sign($0, algorithm, content).object } ?? Data([1])
  }

  private func content(_ signature: Data) -> Data {
    let curve = Self.identifier([0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7])
    let key = Self.element(
      0x30, Self.element(0x30, Self.identifier([0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1]), curve),
      Self.element(3, Data([0]) + point))
    let validity = Self.element(
      0x30, Self.element(0x18, Data(notBefore.utf8)), Self.element(0x18, Data(notAfter.utf8)))
    return Self.element(
      0x30, Self.element(0xA0, Self.element(2, Data([2]))), Self.element(2, Data([serial])),
      signature, Self.name(issuer), validity, Self.name(subject), key, extensions)
  }

  private var extensions: Data {
    var all = Data()
    let names =
      addresses.map { Self.element(0x81, Data($0.utf8)) }
      + hosts.map { Self.element(0x82, Data($0.utf8)) }
    if !names.isEmpty { all += Self.one([0x55, 0x1D, 0x11], names.reduce(Data(), +)) }
    if isAuthority { all += Self.one([0x55, 0x1D, 0x13], Self.element(1, Data([0xFF]))) }
    if isForServers {
      all += Self.one([0x55, 0x1D, 0x25], Self.identifier([0x2B, 6, 1, 5, 5, 7, 3, 1]))
    }
    return all.isEmpty ? Data() : Self.element(0xA3, Self.element(0x30, all))
  }

  /// Returns an extension whose value is a sequence.
  private static func one(_ identifier: [UInt8], _ content: Data) -> Data {
    element(0x30, self.identifier(identifier), element(4, element(0x30, content)))
  }

  /// Returns the DER of a name that consists of this common name.
  static func name(_ text: String) -> Data {
    element(0x30, content(ofName: text))
  }

  /// Returns the content of that name, without the outer element, as items store it.
  static func content(ofName text: String) -> Data {
    element(0x31, element(0x30, identifier([0x55, 4, 3]), element(0x0C, Data(text.utf8))))
  }

  private static func identifier(_ bytes: [UInt8]) -> Data { element(6, Data(bytes)) }

  private static func element(_ tag: UInt8, _ parts: Data...) -> Data {
    let content = parts.reduce(Data(), +)
    let count = content.count
    let length: [UInt8] =
      count < 0x80
      ? [UInt8(count)]
      : count < 0x100 ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
    return Data([tag] + length) + content
  }
}

/// A private key with a certificate for it, in no keychain.
struct MadeIdentity {
  let key: SecKey
  let certificate: SecCertificate
  let object: SecIdentity

  init(_ change: (inout MadeCertificate) -> Void = { _ in }) throws {
    try self.init(for: #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object), change)
  }

  init(for key: SecKey, _ change: (inout MadeCertificate) -> Void = { _ in }) throws {
    self.key = key
    var made = try MadeCertificate(key)
    change(&made)
    certificate = try made.object()
    object = try #require(SecIdentityCreate(nil, certificate, key))
  }

  /// The hash of the public key, which joins certificate and key to an identity.
  var label: Data { KeyCalls.attributes(key)["klbl"] as? Data ?? Data() }

  /// Adds the certificate and the key by reference.
  func add(_ more: [String: Any] = [:]) {
    for half in [certificate, key] as [AnyObject] {
      #expect(Calls.add(["v_Ref": half].merging(more) { $1 }) == errSecSuccess)
    }
  }
}
