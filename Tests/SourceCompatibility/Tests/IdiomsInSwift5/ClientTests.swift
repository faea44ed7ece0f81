// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Testing

/// Tests of small clients in common styles, each on a keychain of its own.
@Suite("Clients")
struct ClientTests {
  @Test("an enumeration as namespace")
  func namespace() throws {
    try TemporaryKeychain().run {
      #expect(try TokenVault.load("a") == nil)
      try TokenVault.save("one", for: "a")
      try TokenVault.save("two", for: "a")
      try TokenVault.save("three", for: "b")
      #expect(try TokenVault.load("a") == "two")
      #expect(try TokenVault.accounts() == ["a", "b"])
      TokenVault.remove("a")
      #expect(try TokenVault.load("a") == nil)
    }
  }

  @Test("a property wrapper")
  func wrapper() throws {
    try TemporaryKeychain().run {
      let settings = AccountSettings()
      #expect(settings.token == nil)
      settings.token = "t"
      settings.token = "u"
      settings.refresh = "r"
      #expect(AccountSettings().token == "u")
      #expect(AccountSettings().refresh == "r")
      settings.token = nil
      #expect(settings.token == nil)
    }
  }

  @Test("an actor")
  func actor() async throws {
    try await TemporaryKeychain().run {
      let store = CredentialStore(server: "example.org")
      let credential = CredentialStore.Credential(user: "mira", password: "p")
      try await store.add(credential)
      await #expect(throws: CredentialStore.Problem.exists) { try await store.add(credential) }
      #expect(try await store.credential() == credential)
      let other = CredentialStore(server: "example.org", port: 8443)
      await #expect(throws: CredentialStore.Problem.missing) { try await other.credential() }
      try await store.removeAll()
      await #expect(throws: CredentialStore.Problem.missing) { try await store.removeAll() }
    }
  }

  @Test("a generic store of encoded values")
  func codable() throws {
    struct Session: Codable, Equatable {
      var user: String
      var expires: Date
    }
    try TemporaryKeychain().run {
      let store = CodableStore<Session>(service: "sessions")
      let session = Session(user: "mira", expires: Date(timeIntervalSince1970: 1))
      store["main"] = session
      #expect(store["main"] == session)
      store["main"] = nil
      #expect(throws: NSError(domain: NSOSStatusErrorDomain, code: -25300)) {
        try store.value(for: "main")
      }
      let broken = CodableStore<Session>(service: "sessions", copyMatching: { _, _ in -25308 })
      #expect(broken["main"] == nil)
    }
  }

  @Test("fall through to no real keychain")
  func isolation() throws {
    let keychain = try TemporaryKeychain()
    #expect(throws: TokenVault.Failure(status: -25291)) { try TokenVault.load("a") }
    withExtendedLifetime(keychain) {}
  }
}
