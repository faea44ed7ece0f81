// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// The convenience functions for passwords (Specification/file-keychain.md, "Password convenience
/// calls").
@Suite("Functions for passwords in keychains")
struct KeychainPasswordCallTests {
  /// Runs a body with a file keychain, and with the store as the default keychain.
  private static func each(_ body: (SecKeychain) throws -> Void) throws {
    try KeychainHome().run {
      try body(try KeychainCalls.created("items.keychain"))
      try body(try #require(SecKeychain.store))
    }
  }

  @Test("a generic password is found by each attribute and by none")
  func generic() throws {
    try Self.each { keychain in
      let added = KeychainCalls.add("service", "account", "secret", to: keychain)
      #expect(added.status == errSecSuccess)
      for (service, account) in [
        ("service", "account"), ("service", nil), (nil, "account"), (nil, nil), ("", ""),
      ] as [(String?, String?)] {
        let found = KeychainCalls.find(service, account, in: keychain)
        #expect(found.status == errSecSuccess && found.secret == "secret")
        #expect(found.item == added.item)
      }
      #expect(KeychainCalls.find("Service", "account", in: keychain).status == errSecItemNotFound)
      let again = KeychainCalls.add("service", "account", "other", to: keychain)
      #expect(again.status == errSecDuplicateItem && again.item == nil)
      #expect(KeychainCalls.find("service", nil, in: keychain).secret == "secret")
    }
  }

  @Test("label, creator and empty names")
  func attributes() throws {
    try Self.each { keychain in
      let tags: [SecItemAttr] = [
        .labelItemAttr, .creatorItemAttr, .serviceItemAttr, .accountItemAttr,
      ]
      let item = try #require(KeychainCalls.add("service", "account", to: keychain).item)
      let creator = unsafe withUnsafeBytes(of: UInt32(0x6161_706C)) { unsafe Array($0) }
      let (status, values) = KeychainCalls.attributes(tags, of: item)
      #expect(status == errSecSuccess)
      #expect(
        values == [Array("service".utf8), creator, Array("service".utf8), Array("account".utf8)])
      let nameless = try #require(KeychainCalls.add("", "only", to: keychain).item)
      let label = KeychainCalls.attributes([.labelItemAttr], of: nameless)
      #expect(label.1 == [Array("only".utf8)])
    }
  }

  @Test("a length without bytes is refused when adding, and a wildcard when finding")
  func lengths() throws {
    try Self.each { keychain in
      #expect(
        unsafe SecKeychainAddGenericPassword(keychain, 3, nil, 0, nil, 1, "x", nil) == errSecParam)
      #expect(
        unsafe SecKeychainAddGenericPassword(keychain, 0, nil, 3, nil, 1, "x", nil) == errSecParam)
      #expect(
        unsafe SecKeychainAddInternetPassword(
          keychain, 0, nil, 0, nil, 0, nil, 3, nil, 0, .any, .any, 1, "x", nil) == errSecParam)
      #expect(unsafe SecKeychainAddGenericPassword(keychain, 1, "s", 0, nil, 0, "", nil) == 0)
      let found = KeychainCalls.find("s", nil, in: keychain)
      #expect(found.status == errSecSuccess && found.secret == "")
      #expect(
        SecKeychainFindGenericPassword(keychain, 5, nil, 5, nil, nil, nil, nil)
          == errSecSuccess)
    }
  }

  @Test("only the given bytes of a name are used")
  func bounded() throws {
    try Self.each { keychain in
      #expect(
        unsafe SecKeychainAddGenericPassword(
          keychain, 3, "service", 2, "account", 1, "xyz", nil) == errSecSuccess)
      #expect(KeychainCalls.find("ser", "ac", in: keychain).secret == "x")
    }
  }

  /// Finds an internet password, and returns the status and the length of the secret.
  private static func find(
    _ keychain: SecKeychain, server: String? = nil, path: String? = nil, port: UInt16 = 0,
    _ type: SecProtocolType = .any, _ authentication: SecAuthenticationType = .any
  ) -> (OSStatus, UInt32) {
    var length: UInt32 = 0
    let status = unsafe SecKeychainFindInternetPassword(
      keychain, UInt32(server?.utf8.count ?? 0), server, 0, nil, 0, nil, 0, path, port, type,
      authentication, &length, nil, nil)
    return (status, length)
  }

  @Test("an internet password is found by each attribute, and zero stands for any value")
  func internet() throws {
    try Self.each { keychain in
      var item: SecKeychainItem?
      #expect(
        unsafe SecKeychainAddInternetPassword(
          keychain, 11, "example.com", 0, nil, 4, "user", 5, "/path", 443, .HTTPS, .httpBasic, 6,
          "secret", &item) == errSecSuccess)
      #expect(Self.find(keychain) == (errSecSuccess, 6))
      #expect(Self.find(keychain, server: "example.com", port: 443) == (errSecSuccess, 6))
      #expect(Self.find(keychain, path: "/path", .HTTPS, .httpBasic) == (errSecSuccess, 6))
      #expect(Self.find(keychain, path: "/pat").0 == errSecItemNotFound)
      #expect(Self.find(keychain, port: 80).0 == errSecItemNotFound)
      #expect(Self.find(keychain, .HTTP).0 == errSecItemNotFound)
      #expect(Self.find(keychain, .any, .NTLM).0 == errSecItemNotFound)
      let (status, values) = KeychainCalls.attributes(
        [.labelItemAttr, .protocolItemAttr, .portItemAttr, .authenticationTypeItemAttr],
        of: try #require(item))
      #expect(status == errSecSuccess)
      let texts = values.map { String(decoding: $0, as: UTF8.self) }
      #expect(texts[0] == "example.com" && texts[1] == "spth" && texts[3] == "http")
      #expect(values[2] == [187, 1, 0, 0])
    }
  }

  @Test("a search looks in the given keychains, in their order")
  func order() throws {
    try KeychainHome().run {
      let one = try KeychainCalls.created("one.keychain")
      let two = try KeychainCalls.created("two.keychain")
      let missing = try KeychainCalls.open("missing.keychain")
      KeychainCalls.add("s", "a", "one", to: one)
      KeychainCalls.add("s", "a", "two", to: two)
      KeychainCalls.add("s", "a", "store", to: nil)
      #expect(KeychainCalls.find("s", "a", in: [two, one] as NSArray).secret == "two")
      #expect(KeychainCalls.find("s", "a", in: [missing, one] as NSArray).secret == "one")
      #expect(KeychainCalls.find("s", "a", in: nil).secret == "store")
      #expect(SecKeychainSetSearchList([missing, one, two] as CFArray) == errSecSuccess)
      #expect(KeychainCalls.find("s", "a", in: nil).secret == "one")
      #expect(KeychainCalls.find("other", nil, in: nil).status == errSecItemNotFound)
      #expect(KeychainCalls.find("s", "a", in: [] as NSArray).status == errSecItemNotFound)
      #expect(KeychainCalls.find("s", "a", in: ["x"] as NSArray).status == errSecInvalidKeychain)
      #expect(KeychainCalls.find("s", "a", in: "x" as NSString).status == errSecInvalidKeychain)
    }
  }

  @Test("many threads use one keychain at once", .timeLimit(.minutes(10)))
  func threads() throws {
    let home = try KeychainHome()
    let keychain = try home.run { try KeychainCalls.created("threads.keychain") }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      home.run {
        for round in 0..<4 {
          let account = "\(thread)-\(round)"
          #expect(KeychainCalls.add("s", account, account, to: keychain).status == errSecSuccess)
          #expect(KeychainCalls.find("s", account, in: keychain).secret == account)
          #expect(KeychainCalls.state(keychain) == (errSecSuccess, 7))
          #expect(KeychainCalls.searchList()?.count == 1)
        }
        let item = KeychainCalls.find("s", "\(thread)-0", in: keychain).item
        #expect(item.map { SecKeychainItemDelete($0) } == errSecSuccess)
      }
    }
    home.run {
      for thread in 0..<8 {
        for round in 0..<4 {
          let status = KeychainCalls.find("s", "\(thread)-\(round)", in: keychain).status
          #expect(status == (round == 0 ? errSecItemNotFound : errSecSuccess))
        }
      }
    }
  }
}
