// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// Certificates, identities and exports of keychains (Specification/file-keychain.md, "Keys,
/// identities, certificates", "Import and export").
@Suite("Functions for identities of keychains")
struct KeychainIdentityCallTests {
  private static func put(_ key: SecKey, into keychain: SecKeychain) {
    let item =
      [kSecValueRef as NSString: key, kSecUseKeychain as NSString: keychain] as NSDictionary
    #expect(SecItemAdd(item, nil) == errSecSuccess)
  }

  /// Returns the status of making a search, and the identities that it finds.
  private static func found(
    in keychains: AnyObject?, uses: UInt32 = 0
  ) -> (status: OSStatus, all: [SecIdentity]) {
    var search: SecIdentitySearch?
    let status = SecIdentitySearch.make(keychains, uses, &search)
    var all: [SecIdentity] = []
    var identity: SecIdentity?
    while let search, search.next(&identity) == errSecSuccess, let found = identity {
      all.append(found)
    }
    return (status, all)
  }

  private static func key(of identity: SecIdentity) throws -> SecKey {
    var key: SecKey?
    #expect(unsafe SecIdentityCopyPrivateKey(identity, &key) == errSecSuccess)
    return try #require(key)
  }

  private static func made(
    _ certificate: SecCertificate, in keychains: AnyObject?
  ) -> (status: OSStatus, identity: SecIdentity?) {
    var identity: SecIdentity?
    let status = unsafe SecIdentityCreateWithCertificate(keychains, certificate, &identity)
    return (status, identity)
  }

  @Test("a certificate is added once to each keychain")
  func certificates() throws {
    try KeychainHome().run {
      let certificate = try MadeIdentity().certificate
      let file = try KeychainCalls.created("one.keychain")
      for keychain in [file, try #require(SecKeychain.store)] {
        #expect(SecCertificateAddToKeychain(certificate, keychain) == errSecSuccess)
        #expect(SecCertificateAddToKeychain(certificate, keychain) == errSecDuplicateItem)
      }
      // The default keychain is the store.
      #expect(SecCertificateAddToKeychain(certificate, nil) == errSecDuplicateItem)
      let missing = try KeychainCalls.open("missing.keychain")
      #expect(SecCertificateAddToKeychain(certificate, missing) == errSecNoSuchKeychain)
      let system = try KeychainCalls.open("/Library/Keychains/System.keychain")
      #expect(SecCertificateAddToKeychain(certificate, system) == errSecWrPerm)
    }
  }

  @Test("a key and its certificate form an identity, wherever they are")
  func identities() throws {
    try KeychainHome().run {
      let (made, other) = (try MadeIdentity(), try MadeIdentity { $0.serial = 2 })
      let keys = try KeychainCalls.created("keys.keychain")
      let certificates = try KeychainCalls.created("certificates.keychain")
      let store = try #require(SecKeychain.store)
      Self.put(made.key, into: keys)
      #expect(SecCertificateAddToKeychain(made.certificate, certificates) == errSecSuccess)
      #expect(SecCertificateAddToKeychain(other.certificate, store) == errSecSuccess)
      for (list, expected) in [
        ([keys, certificates], [made.object]), ([certificates, keys], [made.object]), ([keys], []),
        ([certificates], []), ([store], []), ([store, certificates], []),
      ] as [([SecKeychain], [SecIdentity])] {
        let found = Self.found(in: list as NSArray)
        #expect(found.status == errSecSuccess && found.all == expected)
      }
      #expect(Self.made(made.certificate, in: keys).identity == made.object)
      #expect(Self.made(made.certificate, in: certificates).status == errSecItemNotFound)
      #expect(Self.made(made.certificate, in: nil).status == errSecItemNotFound)
      #expect(Self.made(made.certificate, in: NSArray()).status == errSecItemNotFound)
      #expect(Self.made(made.certificate, in: "x" as NSString).status == errSecInvalidKeychain)
      #expect(SecKeychainSetSearchList([keys] as CFArray) == errSecSuccess)
      #expect(Self.made(made.certificate, in: nil).identity == made.object)
      // The certificate is in the store, and its key in a file.
      Self.put(other.key, into: keys)
      let mixed = Self.found(in: [keys, store] as NSArray).all
      #expect(mixed == [other.object])
      // The key is in the store, and its certificate in a file.
      let third = try MadeIdentity { $0.serial = 3 }
      #expect(Calls.add(["v_Ref": third.key]) == errSecSuccess)
      #expect(SecCertificateAddToKeychain(third.certificate, certificates) == errSecSuccess)
      #expect(Self.found(in: [certificates, store] as NSArray).all == [third.object])
      #expect(Self.made(third.certificate, in: nil).identity == third.object)
    }
  }

  @Test("uses select keys; a missing keychain is an error only if it is named")
  func uses() throws {
    try KeychainHome().run {
      let made = try MadeIdentity()
      let keychain = try KeychainCalls.created("uses.keychain")
      let store = try #require(SecKeychain.store)
      Self.put(made.key, into: keychain)
      #expect(SecCertificateAddToKeychain(made.certificate, keychain) == errSecSuccess)
      made.add()
      for (place, uses, count) in [
        (keychain, 0, 1), (keychain, 4, 1), (keychain, 0x8000_0000, 1), (keychain, 4 | 0x100, 1),
        (store, 0, 1), (store, 4, 1), (store, 0x8000_0000, 1), (store, 0x10, 0), (store, 1, 0),
      ] as [(SecKeychain, UInt32, Int)] {
        #expect(Self.found(in: place, uses: uses).all.count == count, "\(place) \(uses)")
      }
      let missing = try KeychainCalls.open("missing.keychain")
      #expect(Self.found(in: missing).status == errSecNoSuchKeychain)
      #expect(Self.found(in: [missing, keychain] as NSArray).all.count == 1)
      #expect(Self.found(in: NSNumber(value: 1)).status == errSecInvalidKeychain)
      #expect(SecKeychainSetSearchList([missing] as CFArray) == errSecSuccess)
      let none = Self.found(in: nil)
      #expect(none.status == errSecSuccess && none.all.isEmpty)
    }
  }

  @Test("a key stays in its file: the lock and the access list decide about each use")
  func held() throws {
    let home = try KeychainHome()
    let message = Data("message".utf8)
    let made = try MadeIdentity()
    let half = try #require(SecKeyCopyPublicKey(made.key))
    try home.run {
      let keychain = try KeychainCalls.created("held.keychain")
      Self.put(made.key, into: keychain)
      #expect(SecCertificateAddToKeychain(made.certificate, keychain) == errSecSuccess)
      #expect(SecKeychainLock(keychain) == errSecSuccess)
      let key = try Self.key(of: try #require(Self.found(in: keychain).all.first))
      #expect(key == made.key && key.hashValue == made.key.hashValue)
      #expect(SecKeyCopyPublicKey(key) == half)
      #expect(SecKeyGetBlockSize(key) == SecKeyGetBlockSize(made.key))
      #expect("\(key)".contains("held.keychain"))
      let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
      #expect(SecKeyIsAlgorithmSupported(key, .sign, algorithm))
      #expect(KeyCalls.sign(key, algorithm, message).code == Int(errSecInteractionNotAllowed))
      #expect(KeychainCalls.unlock(keychain, "password") == errSecSuccess)
      let signature = try #require(KeyCalls.sign(key, algorithm, message).object)
      let isRight = SecKeyVerifySignature(
        half, algorithm, message as CFData, signature as CFData, nil)
      #expect(isRight)
      let attributes = KeyCalls.attributes(key)
      #expect(attributes["klbl"] as? Data == made.label && attributes["v_Data"] == nil)
      // A private key is sensitive: it leaves its keychain under a passphrase only.
      #expect(KeyCalls.form(key) == nil)
    }
    try home.run(home.keychains(of: "two")) {
      let keychain = try KeychainCalls.open("held.keychain")
      let key = try Self.key(of: try #require(Self.found(in: keychain).all.first))
      let signing = KeyCalls.sign(key, .ecdsaSignatureMessageX962SHA256, message)
      #expect(signing.code == Int(errSecInteractionNotAllowed))
      #expect(KeyCalls.form(key) == nil)
    }
  }

  @Test("identities and items of files are exported as their terms permit")
  func export() throws {
    try KeychainHome().run {
      let made = try MadeIdentity()
      let keychain = try KeychainCalls.created("export.keychain")
      let file = try #require(
        ImportCalls.exporting(made.object, .formatPKCS12, .init(password: "x")).data)
      let imported = ImportCalls.importing(
        file, format: .formatPKCS12, .init(password: "x"), into: keychain)
      #expect(imported.status == errSecSuccess)
      let identity = try #require(Self.found(in: keychain).all.first)
      let copy = ImportCalls.exporting(identity, .formatPKCS12, .init(password: "y"))
      #expect(copy.status == errSecSuccess)
      let again = ImportCalls.importing(
        try #require(copy.data), format: .formatPKCS12, .init(password: "y"))
      #expect(again.items?.contains { ($0 as? SecKey) == made.key } == true)
      // An imported private key is sensitive.
      let key = try Self.key(of: identity)
      #expect(ImportCalls.exporting(key, .formatOpenSSL).status == errSecPassphraseRequired)
      for (itemClass, format, expected) in [
        (SecItemClass.certificateItemClass, SecExternalFormat.formatX509Cert, errSecSuccess),
        (.privateKeyItemClass, .formatOpenSSL, errSecPassphraseRequired),
        (.privateKeyItemClass, .formatWrappedPKCS8, errSecSuccess),
      ] {
        var search: SecKeychainSearch?
        #expect(
          unsafe SecKeychainSearch.make(keychain, itemClass.rawValue, nil, &search)
            == errSecSuccess)
        var item: SecKeychainItem?
        #expect(search?.next(&item) == errSecSuccess)
        let written = ImportCalls.exporting(
          try #require(item), format,
          format == .formatWrappedPKCS8 ? .init(password: "z") : .init())
        #expect(written.status == expected, "\(itemClass)")
        #expect((written.data != nil) == (expected == errSecSuccess))
      }
      let password = try #require(KeychainCalls.add("s", "a", to: keychain).item)
      #expect(ImportCalls.exporting(password).status == errSecInvalidItemRef)
    }
  }

  @Test("the bits of old parameters are names of new ones")
  func bits() {
    #expect(KeyParameterBits.uses(0) == nil && KeyParameterBits.uses(0x8000_0000) == nil)
    #expect(KeyParameterBits.uses(4 | 0x100) == ["sign", "drve"] as NSArray)
    #expect(KeyParameterBits.attributes(0) == nil)
    #expect(KeyParameterBits.attributes(0x1000_0000) == nil)
    #expect(KeyParameterBits.attributes(1 | 0x20) == ["perm", "extr"] as NSArray)
    #expect(KeyParameterBits.attributes(8) == ["sens"] as NSArray)
  }
}
