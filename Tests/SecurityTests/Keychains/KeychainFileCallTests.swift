// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// Keychains as files: opened, created, deleted, and named by their paths
/// (Specification/file-keychain.md, "Keychain functions").
@Suite("Functions for keychain files")
struct KeychainFileCallTests {
  @Test("the version is fixed")
  func version() {
    var version: UInt32 = 0
    #expect(unsafe SecKeychainGetVersion(&version) == errSecSuccess && version == 0x0202_8000)
  }

  @Test("a missing file is opened, and every use of it fails")
  func missing() throws {
    try KeychainHome().run {
      let keychain = try KeychainCalls.open("missing.keychain")
      #expect(KeychainCalls.state(keychain).0 == errSecNoSuchKeychain)
      #expect(SecKeychainLock(keychain) == errSecNoSuchKeychain)
      #expect(KeychainCalls.unlock(keychain, "password") == errSecNoSuchKeychain)
      #expect(KeychainCalls.add("s", "a", to: keychain).status == errSecNoSuchKeychain)
      #expect(KeychainCalls.find("s", "a", in: keychain).status == errSecNoSuchKeychain)
      #expect(SecKeychainDelete(keychain) == errSecNoSuchKeychain)
      var settings = SecKeychainSettings()
      settings.version = 1
      #expect(unsafe SecKeychainCopySettings(keychain, &settings) == errSecNoSuchKeychain)
      var access: SecAccess?
      #expect(unsafe SecKeychainCopyAccess(keychain, &access) == errSecUnimplemented)
    }
  }

  @Test("a foreign file is opened, and every use of it fails")
  func foreign() throws {
    let home = try KeychainHome()
    try home.run {
      let path = home.directory + "/foreign"
      try Data("no keychain".utf8).write(to: URL(filePath: path))
      let keychain = try KeychainCalls.open(path)
      #expect(KeychainCalls.state(keychain).0 == errSecInvalidKeychain)
      #expect(KeychainCalls.unlock(keychain, "password") == errSecInvalidKeychain)
      #expect(KeychainCalls.add("s", "a", to: keychain).status == errSecInvalidKeychain)
      #expect(KeychainCalls.find("s", "a", in: keychain).status == errSecInvalidKeychain)
    }
  }

  @Test("a created keychain is unlocked, in no list, and cannot be created again")
  func create() throws {
    let home = try KeychainHome()
    try home.run {
      let keychain = try KeychainCalls.created("new.keychain")
      #expect(KeychainCalls.state(keychain) == (errSecSuccess, 7))
      #expect(KeychainCalls.searchList()?.contains(keychain) == false)
      #expect(KeychainCalls.create("new.keychain").0 == errSecDuplicateKeychain)
      #expect(KeychainCalls.create("new.keychain-db").0 == errSecDuplicateKeychain)
      #expect(try KeychainCalls.open("new.keychain") == keychain)
      #expect(try KeychainCalls.open("new.keychain-db").hashValue == keychain.hashValue)
      #expect(CFEqual(try KeychainCalls.open("new.keychain"), keychain))
      #expect(CFGetTypeID(keychain) == SecKeychainGetTypeID())
    }
  }

  @Test("a keychain needs a password, which may be empty")
  func passwords() throws {
    try KeychainHome().run {
      var keychain: SecKeychain?
      #expect(unsafe SecKeychainCreate("a.keychain", 0, nil, false, nil, &keychain) == errSecParam)
      #expect(unsafe SecKeychainCreate("a.keychain", 3, nil, false, nil, &keychain) == errSecParam)
      #expect(unsafe SecKeychainCreate("", 1, "x", false, nil, &keychain) == errSecParam)
      #expect(
        unsafe SecKeychainCreate("a.keychain", 0, nil, true, nil, &keychain)
          == errSecInteractionNotAllowed)
      #expect(keychain == nil)
      #expect(KeychainCalls.create("a.keychain", "").0 == errSecSuccess)
    }
  }

  @Test("a login keychain joins the search list and becomes the default")
  func login() throws {
    try KeychainHome().run {
      #expect(KeychainCalls.standard().1 == SecKeychain.store)
      let keychain = try KeychainCalls.created("login.keychain")
      #expect(KeychainCalls.searchList() == [keychain])
      #expect(KeychainCalls.standard().1 == keychain)
      #expect(SecKeychainDelete(keychain) == errSecSuccess)
      #expect(KeychainCalls.standard().1 == SecKeychain.store)
    }
  }

  @Test("a deleted keychain leaves the lists")
  func delete() throws {
    try KeychainHome().run {
      #expect(SecKeychainDelete(nil) == errSecInvalidKeychain)
      #expect(SecKeychainDelete(SecKeychain.store) == errSecWrPerm)
      let keychain = try KeychainCalls.created("gone.keychain")
      #expect(SecKeychainSetSearchList([keychain] as CFArray) == errSecSuccess)
      #expect(SecKeychainSetDefault(keychain) == errSecSuccess)
      #expect(SecKeychainDelete(keychain) == errSecSuccess)
      #expect(KeychainCalls.searchList() == [SecKeychain.store].compactMap(\.self))
      #expect(KeychainCalls.standard().1 == SecKeychain.store)
      #expect(KeychainCalls.state(keychain).0 == errSecNoSuchKeychain)
      #expect(SecKeychainDelete(keychain) == errSecNoSuchKeychain)
    }
  }

  @Test("a file of another kind is not deleted, a damaged keychain is")
  func deleteOthers() throws {
    let home = try KeychainHome()
    try home.run {
      for (content, status) in [
        ("notes", errSecInvalidKeychain), ("", errSecInvalidKeychain), ("kych", errSecSuccess),
        ("kychain of another kind", errSecSuccess),
      ] {
        let keychain = try KeychainCalls.open("notes.keychain")
        let path = keychain.path
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        #expect(SecKeychainDelete(keychain) == status, "\(content)")
        let left = try? Data(contentsOf: URL(fileURLWithPath: path))
        #expect(left == (status == errSecSuccess ? nil : Data(content.utf8)), "\(content)")
      }
    }
  }

  @Test("a path needs a byte more than its length, which is always told")
  func paths() throws {
    let home = try KeychainHome()
    try home.run {
      let keychain = try KeychainCalls.created("path.keychain")
      let path = home.directory + "/keychains/path.keychain-db"
      let length = path.utf8.count
      for size in [0, 1, length - 1, length] {
        let answer = KeychainCalls.path(keychain, size: size)
        #expect(answer.0 == errSecBufferTooSmall && answer.1 == UInt32(length))
      }
      for size in [length + 1, length + 100] {
        #expect(KeychainCalls.path(keychain, size: size) == (errSecSuccess, UInt32(length), path))
      }
      #expect(KeychainCalls.path(nil, size: 4096).2 == home.directory + "/store.db")
      let system = try KeychainCalls.open("/Library/Keychains/System.keychain")
      #expect(KeychainCalls.state(system) == (errSecSuccess, 3))
      #expect(KeychainCalls.add("s", "a", to: system).status == errSecWrPerm)
    }
  }

  @Test("on a simulated device there are no keychain files")
  func isolated() throws {
    let home = try KeychainHome()
    home.runOnDeviceOnly {
      var keychain: SecKeychain?
      #expect(unsafe SecKeychainOpen("a.keychain", &keychain) == errSecNotAvailable)
      #expect(SecKeychainLockAll() == errSecNotAvailable)
    }
  }
}
