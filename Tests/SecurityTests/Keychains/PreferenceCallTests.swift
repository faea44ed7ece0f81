// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// Preferred identities and certificates (Specification/certificates.md, "Identity preferences";
/// Specification/file-keychain.md, "Keys, identities, certificates").
@Suite("Preferred identities")
struct PreferenceCallTests {
  private static func preferred(
    _ name: String, _ uses: UInt32 = 0, _ issuers: [Data]? = nil
  ) -> (status: OSStatus, identity: SecIdentity?) {
    var identity: SecIdentity?
    let status = preferredIdentity(
      name as NSString, uses, issuers.map { $0 as NSArray }, &identity)
    return (status, identity)
  }

  private static func set(_ identity: SecIdentity?, _ name: String, _ uses: UInt32 = 0) -> OSStatus
  {
    setPreferredIdentity(identity, name as NSString, uses)
  }

  /// Runs a body with a file as the default keychain, and with the store.
  private static func each(_ body: (SecKeychain) throws -> Void) throws {
    for isFile in [true, false] {
      try KeychainHome().run {
        let file = try KeychainCalls.created("default.keychain")
        if isFile { #expect(SecKeychainSetDefault(file) == errSecSuccess) }
        try body(isFile ? file : try #require(SecKeychain.store))
      }
    }
  }

  /// Returns the values of attributes of the only generic password of a keychain.
  private static func onlyItem(
    of keychain: SecKeychain, _ tags: [SecItemAttr]
  ) throws -> [[UInt8]] {
    var search: SecKeychainSearch?
    let code = SecItemClass.genericPasswordItemClass.rawValue
    #expect(unsafe SecKeychainSearch.make(keychain, code, nil, &search) == errSecSuccess)
    var item: SecKeychainItem?
    #expect(search?.next(&item) == errSecSuccess)
    let values = KeychainCalls.attributes(tags, of: try #require(item)).1
    #expect(search?.next(&item) == errSecItemNotFound)
    return values
  }

  @Test("a preference is an item of the default keychain, with certificate and key beside it")
  func stored() throws {
    try Self.each { keychain in
      let made = try MadeIdentity { $0.subject = "Mira" }
      #expect(Self.preferred("mail").status == errSecItemNotFound)
      #expect(Self.set(made.object, "mail", 4) == errSecSuccess)
      let found = Self.preferred("mail", 4)
      #expect(found.status == errSecSuccess && found.identity == made.object)
      #expect(Self.preferred("mail", 2).status == errSecItemNotFound)
      let type = unsafe withUnsafeBytes(of: UInt32(0x6970_7266)) { unsafe Array($0) }
      let values = try Self.onlyItem(
        of: keychain, [.serviceItemAttr, .labelItemAttr, .accountItemAttr, .typeItemAttr])
      let account = Array("Mira [key usage 0x4] ".utf8)
      #expect(values == [Array("mail".utf8), Array("mail".utf8), account, type])
      // A second identity for the name and the use takes the place of the first.
      let other = try MadeIdentity { ($0.subject, $0.serial) = ("Ole", 2) }
      #expect(Self.set(other.object, "mail", 4) == errSecSuccess)
      #expect(Self.preferred("mail", 4).identity == other.object)
      _ = try Self.onlyItem(of: keychain, [])
      #expect(Self.set(nil, "mail", 2) == errSecSuccess)
      #expect(Self.preferred("mail", 4).identity == other.object)
      #expect(Self.set(nil, "mail") == errSecSuccess)
      #expect(Self.preferred("mail", 4).status == errSecItemNotFound)
      #expect(Self.set(nil, "mail") == errSecSuccess)
    }
  }

  @Test("uses: the exact ones, then any, then none")
  func uses() throws {
    try Self.each { _ in
      let identities = try (1...3).map { number in try MadeIdentity { $0.serial = number }.object }
      #expect(Self.set(identities[0], "name", 0) == errSecSuccess)
      #expect(Self.preferred("name", 4).identity == identities[0])
      #expect(Self.set(identities[1], "name", 0x8000_0000) == errSecSuccess)
      #expect(Self.preferred("name", 4).identity == identities[1])
      #expect(Self.set(identities[2], "name", 4) == errSecSuccess)
      #expect(Self.preferred("name", 4).identity == identities[2])
      #expect(Self.preferred("name", 2).identity == identities[1])
      let names = [kSecAttrCanSign] as CFArray
      #expect(SecIdentityCopyPreferred("name" as CFString, names, nil) == identities[2])
      #expect(SecIdentityCopyPreferred("name" as CFString, nil, nil) == identities[0])
      #expect(SecIdentitySetPreferred(nil, "name" as CFString, names) == errSecSuccess)
      #expect(Self.preferred("name", 4).identity == identities[1])
    }
  }

  @Test("a name is found by itself, by a path above it, by its host and by a wildcard")
  func names() throws {
    try Self.each { _ in
      let made = try MadeIdentity().object
      for (stored, asked, isFound) in [
        ("https://h.example.org/a/b", "https://h.example.org/a/b", true),
        ("https://h.example.org/a/", "https://h.example.org/a/b?q=1", true),
        ("https://h.example.org/a", "https://h.example.org/a/b", true),
        ("https://h.example.org/", "https://h.example.org/a/b", true),
        ("https://h.example.org", "https://h.example.org/a/b", true),
        ("h.example.org", "https://u@h.example.org:8080/a", true),
        ("*.example.org", "https://h.example.org/a", true),
        ("*.example.org", "h.example.org", true),
        ("*.example.org", "a.b.example.org", true), ("*.example.org", "example.org", false),
        ("*.org", "example.org", false), ("*.example.org", "mira@h.example.org", false),
        ("https://h.example.org/a/b", "https://h.example.org/a", false),
        ("http://h.example.org", "https://h.example.org", false), ("mail", "mai", false),
      ] {
        #expect(Self.set(made, stored) == errSecSuccess)
        #expect(
          Self.preferred(asked).status == (isFound ? errSecSuccess : errSecItemNotFound),
          "\(stored) for \(asked)")
        #expect(Self.set(nil, stored) == errSecSuccess)
      }
    }
  }

  @Test("an issuer that is not accepted hides the preference")
  func issuers() throws {
    try Self.each { _ in
      let made = try MadeIdentity { $0.issuer = "Authority" }
      #expect(Self.set(made.object, "name") == errSecSuccess)
      let issuer = try #require(
        SecCertificateCopyNormalizedIssuerSequence(made.certificate).map { $0 as Data })
      let subject = try #require(
        SecCertificateCopyNormalizedSubjectSequence(made.certificate).map { $0 as Data })
      #expect(Self.preferred("name", 0, [issuer]).identity == made.object)
      #expect(Self.preferred("name", 0, [subject]).status == errSecItemNotFound)
      #expect(Self.preferred("name", 0, []).identity == made.object)
    }
  }

  @Test("a preferred certificate needs no key, and is apart from preferred identities")
  func certificates() throws {
    try Self.each { keychain in
      let certificate = try MadeIdentity { $0.subject = "Mira" }.certificate
      let name = "mira@example.org" as CFString
      #expect(SecCertificateCopyPreferred(name, nil) == nil)
      #expect(SecCertificateSetPreferred(certificate, name, nil) == errSecSuccess)
      #expect(SecCertificateCopyPreferred(name, nil) == certificate)
      #expect(SecIdentityCopyPreferred(name, nil, nil) == nil)
      #expect(try Self.onlyItem(of: keychain, [.accountItemAttr]) == [Array("Mira".utf8)])
      #expect(SecCertificateSetPreferred(nil, name, nil) == errSecSuccess)
      #expect(SecCertificateCopyPreferred(name, nil) == nil)
    }
  }

  @Test("a simulated device has no preferences")
  func device() throws {
    let made = try MadeIdentity().object
    try KeychainHome().runOnDeviceOnly {
      #expect(Self.set(made, "name") == errSecNotAvailable)
      #expect(Self.preferred("name").status == errSecNotAvailable)
    }
  }
}
