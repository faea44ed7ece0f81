// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests of identities as objects (Specification/certificates.md, "SecIdentity functions",
/// "Formation of an identity", "The identity object").
@Suite("SecIdentity")
struct SecIdentityTests {
  @Test("24: is made of a certificate and its own key, and of no other")
  func made() throws {
    let made = try MadeIdentity()
    let other = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
    #expect(SecIdentityCreate(nil, made.certificate, other) == nil)
    let large = try #require(KeyCalls.generate(kSecAttrKeyTypeRSA, 1024).object)
    #expect(SecIdentityCreate(nil, made.certificate, large) == nil)
  }

  @Test("gives its halves, and is equal where both are")
  func halves() throws {
    let made = try MadeIdentity()
    var certificate: SecCertificate?
    var key: SecKey?
    #expect(unsafe SecIdentityCopyCertificate(made.object, &certificate) == errSecSuccess)
    #expect(unsafe SecIdentityCopyPrivateKey(made.object, &key) == errSecSuccess)
    #expect(certificate == made.certificate && key == made.key)

    let same = try #require(SecIdentityCreate(nil, made.certificate, made.key))
    let renewed = try MadeIdentity(for: made.key) { $0.serial = 2 }.object
    #expect(same == made.object && same.hashValue == made.object.hashValue)
    #expect(renewed != made.object)
    #expect(CFEqual(same, made.object) && !CFEqual(renewed, made.object))
    #expect(!CFEqual(made.object, made.certificate))
    #expect(CFHash(same) == CFHash(made.certificate) &+ CFHash(made.key))
    #expect(CFGetTypeID(same) == SecIdentityGetTypeID())
    #expect(SecIdentityGetTypeID() != SecCertificateGetTypeID())
    #expect("\(same)".hasPrefix("<SecIdentityRef: 0x"))
  }

  @Test("is made of a certificate alone where the keychain has the private key")
  func fromKeychain() throws {
    let keychain = try TemporaryKeychain()
    try keychain.run {
      let made = try MadeIdentity()
      var found: SecIdentity?
      #expect(
        unsafe SecIdentityCreateWithCertificate(nil, made.certificate, &found)
          == errSecItemNotFound)
      let half = try #require(SecKeyCopyPublicKey(made.key))
      #expect(Calls.add(["v_Ref": half]) == errSecSuccess)
      #expect(
        unsafe SecIdentityCreateWithCertificate(nil, made.certificate, &found)
          == errSecItemNotFound)
      #expect(found == nil)
      #expect(Calls.add(["v_Ref": made.key]) == errSecSuccess)
      // The call needs only the key: the certificate is not in the keychain.
      #expect(
        unsafe SecIdentityCreateWithCertificate(nil, made.certificate, &found) == errSecSuccess)
      #expect(found == made.object)
      // A simulated device has no other keychain.
      let text = "x" as NSString
      #expect(
        unsafe SecIdentityCreateWithCertificate(text, made.certificate, &found)
          == errSecInvalidKeychain)
    }
  }
}
