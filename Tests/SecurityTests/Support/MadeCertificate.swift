// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// A certificate for a key of a test's own, on P-256; nobody has signed it.
struct MadeCertificate {
  /// Common names.
  var subject = "leaf"
  var issuer = "leaf"
  var serial: UInt8 = 1
  var notBefore = "20200101000000Z"
  var notAfter = "20400101000000Z"
  var addresses: [String] = []
  /// The public point.
  var point: Data

  /// For either half of a pair.
  init(_ key: SecKey) throws {
    point = try #require(SecKeyCopyPublicKey(key).flatMap { KeyCalls.form($0) })
  }

  /// The object.
  func object() throws -> SecCertificate {
    try #require(SecCertificateCreateWithData(nil, der as NSData))
  }

  var der: Data {
    let signature = Self.element(0x30, Self.identifier([0x2A, 0x86, 0x48, 0xCE, 0x3D, 4, 3, 2]))
    return Self.element(0x30, content(signature), signature, Self.element(3, Data([0, 1])))
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
    guard !addresses.isEmpty else { return Data() }
    let names = addresses.map { Self.element(0x81, Data($0.utf8)) }.reduce(Data(), +)
    let one = Self.element(
      0x30, Self.identifier([0x55, 0x1D, 0x11]), Self.element(4, Self.element(0x30, names)))
    return Self.element(0xA3, Self.element(0x30, one))
  }

  /// A name of one common name, whole.
  static func name(_ text: String) -> Data {
    element(0x30, content(ofName: text))
  }

  /// The same as it is stored.
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

/// A private key with a certificate, not in any keychain.
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

  /// The label that joins both halves.
  var label: Data { KeyCalls.attributes(key)["klbl"] as? Data ?? Data() }

  /// Adds both halves by reference.
  func add(_ more: [String: Any] = [:]) {
    for half in [certificate, key] as [AnyObject] {
      #expect(Calls.add(["v_Ref": half].merging(more) { $1 }) == errSecSuccess)
    }
  }
}
