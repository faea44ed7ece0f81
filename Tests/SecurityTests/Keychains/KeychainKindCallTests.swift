// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// Paths that lead to no keychain file, and names that mean no keychain, with the functions
/// `SecKeychain…` (Specification/file-keychain.md, "Status codes").
@Suite("SecKeychain functions on paths that lead to no keychain file")
struct KeychainKindCallTests {
  private static let kinds: [(name: String, status: OSStatus)] = [
    ("dir.keychain", errSecInvalidKeychain), ("fifo.keychain", errSecInvalidKeychain),
    ("null.keychain", errSecInvalidKeychain), ("loop.keychain", errSecInvalidKeychain),
    ("folder.keychain", errSecInvalidKeychain), ("text.keychain", errSecInvalidKeychain),
    ("dangling.keychain", errSecNoSuchKeychain), ("gone.keychain", errSecNoSuchKeychain),
    ("text.keychain-db/x.keychain", errSecNoSuchKeychain),
    (String(repeating: "n", count: 300), errSecIO),
  ]

  @Test("each kind has one status, with every function")
  func kinds() throws {
    let home = try KeychainHome()
    try home.run {
      let folder = home.directory + "/keychains/"
      let files = FileManager.default
      try files.createDirectory(
        atPath: folder + "dir.keychain-db", withIntermediateDirectories: true)
      try #require(unsafe mkfifo(folder + "fifo.keychain-db", 0o600) == 0)
      try Data("text".utf8).write(to: URL(filePath: folder + "text.keychain-db"))
      for (name, target) in [
        ("null", "/dev/null"), ("loop", "loop.keychain-db"), ("folder", "dir.keychain-db"),
        ("dangling", "nowhere"),
      ] {
        try files.createSymbolicLink(
          atPath: folder + name + ".keychain-db", withDestinationPath: target)
      }
      for (name, status) in Self.kinds {
        let keychain = try KeychainCalls.open(name)
        #expect(KeychainCalls.state(keychain).0 == status, "\(name)")
        #expect(KeychainCalls.unlock(keychain, "password") == status, "\(name)")
        #expect(SecKeychainLock(keychain) == status, "\(name)")
        #expect(KeychainCalls.add("s", "a", to: keychain).status == status, "\(name)")
        #expect(KeychainCalls.find("s", "a", in: keychain).status == status, "\(name)")
        #expect(SecKeychainDelete(keychain) == status, "\(name)")
        var settings = SecKeychainSettings()
        settings.version = 1
        #expect(unsafe SecKeychainCopySettings(keychain, &settings) == status, "\(name)")
        #expect(unsafe SecKeychainSetSettings(keychain, &settings) == status, "\(name)")
        let query: [String: Any] = ["class": "genp", "m_SearchList": [keychain]]
        #expect(FileItemCalls.find(query) == status, "\(name)")
      }
      // SetDefault has one status for all of them.
      for (name, _) in Self.kinds where !name.hasPrefix("text.keychain") {
        #expect(SecKeychainSetDefault(try KeychainCalls.open(name)) == errSecWrPerm, "\(name)")
      }
    }
  }

  @Test("a name that can mean no keychain is refused by Open and Create")
  func names() throws {
    try KeychainHome().run {
      for name in ["", ".", "..", "/", "//", "./.", "a.keychain/", "./-db"] {
        var keychain: SecKeychain?
        #expect(unsafe SecKeychainOpen(name, &keychain) == errSecParam && keychain == nil)
        #expect(KeychainCalls.create(name).0 == errSecParam)
      }
      for bytes: [CChar] in [[-1, 0x61, 0], [0x61, -2, 0]] {
        var keychain: SecKeychain?
        #expect(unsafe SecKeychainOpen(bytes, &keychain) == errSecParam)
        #expect(unsafe SecKeychainCreate(bytes, 1, "x", false, nil, &keychain) == errSecParam)
      }
    }
  }
}
