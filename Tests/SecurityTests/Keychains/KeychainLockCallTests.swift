// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory
import Security
import Testing

/// Locks, settings and lists of keychains (Specification/file-keychain.md, "Lock model", "Default
/// keychain, search list, preferences").
@Suite("Functions for locks and lists of keychains")
struct KeychainLockCallTests {
  @Test("a password unlocks a locked keychain, and an unlocked one checks none")
  func unlock() throws {
    try KeychainHome().run {
      let keychain = try KeychainCalls.created("lock.keychain")
      #expect(KeychainCalls.unlock(keychain, "wrong") == errSecSuccess)
      #expect(KeychainCalls.unlock(keychain, nil) == errSecSuccess)
      #expect(SecKeychainLock(keychain) == errSecSuccess)
      #expect(SecKeychainLock(keychain) == errSecSuccess)
      #expect(KeychainCalls.state(keychain) == (errSecSuccess, 2))
      for wrong in ["wrong", "", nil] {
        #expect(KeychainCalls.unlock(keychain, wrong) == errSecAuthFailed)
      }
      #expect(SecKeychainUnlock(keychain, 0, nil, false) == errSecInteractionNotAllowed)
      #expect(KeychainCalls.unlock(keychain, "password") == errSecSuccess)
      #expect(KeychainCalls.state(keychain) == (errSecSuccess, 7))
      #expect(SecKeychainLockAll() == errSecSuccess)
      #expect(KeychainCalls.state(keychain) == (errSecSuccess, 2))
    }
  }

  @Test("forbidden questions are refused as a wrong password")
  func interaction() throws {
    let home = try KeychainHome()
    try home.run {
      let keychain = try KeychainCalls.created("lock.keychain")
      KeychainCalls.add("s", "a", to: keychain)
      #expect(SecKeychainLock(keychain) == errSecSuccess)
      var isAllowed: DarwinBoolean = false
      #expect(unsafe SecKeychainGetUserInteractionAllowed(&isAllowed) == errSecSuccess)
      #expect(isAllowed.boolValue)
      #expect(KeychainCalls.find("s", "a", in: keychain).status == errSecInteractionNotAllowed)
      #expect(SecKeychainSetUserInteractionAllowed(false) == errSecSuccess)
      #expect(unsafe SecKeychainGetUserInteractionAllowed(&isAllowed) == errSecSuccess)
      #expect(!isAllowed.boolValue)
      #expect(KeychainCalls.find("s", "a", in: keychain).status == errSecAuthFailed)
      #expect(KeychainCalls.add("s", "b", to: keychain).status == errSecAuthFailed)
      #expect(SecKeychainUnlock(keychain, 0, nil, false) == errSecAuthFailed)
    }
  }

  @Test("settings are those of version 1, and never fill the dead field")
  func settings() throws {
    try KeychainHome().run {
      let keychain = try KeychainCalls.created("set.keychain")
      var settings = SecKeychainSettings()
      #expect(unsafe SecKeychainCopySettings(keychain, &settings) == errSecSuccess)
      #expect(settings.lockInterval == 0)
      settings.version = 1
      #expect(unsafe SecKeychainCopySettings(keychain, &settings) == errSecSuccess)
      #expect(settings.lockInterval == 300 && settings.lockOnSleep.boolValue)
      #expect(!settings.useLockInterval.boolValue)
      settings = SecKeychainSettings(
        version: 2, lockOnSleep: false, useLockInterval: true, lockInterval: 5)
      #expect(unsafe SecKeychainSetSettings(keychain, &settings) == errSecSuccess)
      settings.version = 1
      settings.lockInterval = 0
      #expect(unsafe SecKeychainCopySettings(keychain, &settings) == errSecSuccess)
      #expect(settings.lockInterval == 300)
      settings.lockInterval = UInt32(Int32.max)
      settings.lockOnSleep = false
      #expect(unsafe SecKeychainSetSettings(keychain, &settings) == errSecSuccess)
      settings.lockInterval = 0
      #expect(unsafe SecKeychainCopySettings(keychain, &settings) == errSecSuccess)
      #expect(settings.lockInterval == UInt32(Int32.max) && !settings.lockOnSleep.boolValue)
      #expect(settings.useLockInterval.boolValue)
      #expect(SecKeychainLock(keychain) == errSecSuccess)
      #expect(
        unsafe SecKeychainCopySettings(keychain, &settings) == errSecInteractionNotAllowed)
      #expect(unsafe SecKeychainSetSettings(keychain, &settings) == errSecInteractionNotAllowed)
    }
  }

  @Test("the store is a keychain that is unlocked, and has the settings of its lock")
  func store() throws {
    try KeychainHome().run {
      #expect(KeychainCalls.state(nil) == (errSecSuccess, 7))
      #expect(SecKeychainLock(nil) == errSecSuccess)
      #expect(KeychainCalls.unlock(nil, nil) == errSecSuccess)
      var settings = SecKeychainSettings()
      settings.version = 1
      #expect(unsafe SecKeychainCopySettings(nil, &settings) == errSecSuccess)
      #expect(settings.lockInterval == UInt32(Int32.max))
      #expect(unsafe SecKeychainSetSettings(nil, &settings) == errSecUnimplemented)
    }
  }

  @Test("the passcode of the store is the password of its keychain")
  func passcode() throws {
    try KeychainHome().run {
      let passcode = try Passcode(SecretBytes(copying: Array("passcode".utf8)))
      let service = try ServiceChoice.current(in: .dataProtection)
      try service.setPasscode(passcode, for: .standard)
      // The kernel's keyring would keep the key of the first unlock.
      defer { try? service.lockStore(all: true) }
      #expect(KeychainCalls.add("s", "a", to: nil).status == errSecSuccess)
      #expect(KeychainCalls.unlock(nil, "wrong") == errSecSuccess)
      #expect(SecKeychainLock(nil) == errSecSuccess)
      #expect(KeychainCalls.state(nil) == (errSecSuccess, 2))
      #expect(KeychainCalls.find("s", "a", in: nil).status == errSecInteractionNotAllowed)
      #expect(KeychainCalls.unlock(nil, nil) == errSecAuthFailed)
      #expect(SecKeychainUnlock(nil, 0, nil, false) == errSecInteractionNotAllowed)
      var settings = SecKeychainSettings()
      settings.version = 1
      #expect(unsafe SecKeychainCopySettings(nil, &settings) == errSecInteractionNotAllowed)
      #expect(KeychainCalls.unlock(nil, "passcode") == errSecSuccess)
      #expect(KeychainCalls.state(nil) == (errSecSuccess, 7))
      #expect(unsafe SecKeychainCopySettings(nil, &settings) == errSecSuccess)
      #expect((1...28800).contains(settings.lockInterval))
      #expect(SecKeychainLockAll() == errSecSuccess)
      #expect(KeychainCalls.unlock(nil, "wrong") == errSecAuthFailed)
    }
  }

  @Test("the search list keeps its order and missing files")
  func searchList() throws {
    try KeychainHome().run {
      #expect(KeychainCalls.searchList() == [SecKeychain.store].compactMap(\.self))
      let one = try KeychainCalls.open("one.keychain"), two = try KeychainCalls.open("two.keychain")
      #expect(SecKeychainSetSearchList([two, one, two] as CFArray) == errSecSuccess)
      #expect(KeychainCalls.searchList() == [two, one])
      #expect(SecKeychainSetSearchList(["text"] as CFArray) == errSecInvalidKeychain)
      #expect(KeychainCalls.searchList() == [two, one])
      #expect(SecKeychainSetSearchList([] as CFArray) == errSecSuccess)
      #expect(KeychainCalls.searchList() == [SecKeychain.store].compactMap(\.self))
    }
  }

  @Test("the default must be a file that its owner can write")
  func standard() throws {
    let home = try KeychainHome()
    try home.run {
      let missing = try KeychainCalls.open("missing.keychain")
      #expect(SecKeychainSetDefault(missing) == errSecWrPerm)
      let keychain = try KeychainCalls.created("default.keychain")
      #expect(SecKeychainSetDefault(keychain) == errSecSuccess)
      #expect(KeychainCalls.standard().1 == keychain)
      #expect(SecKeychainSetDefault(nil) == errSecSuccess)
      let path = home.directory + "/keychains/default.keychain-db"
      try FileManager.default.removeItem(atPath: path)
      #expect(KeychainCalls.standard() == (errSecSuccess, keychain))
      #expect(KeychainCalls.add("s", "a", to: nil).status == errSecInteractionNotAllowed)
    }
  }

  @Test("each domain has lists of its own, and the dynamic domain takes none")
  func domains() throws {
    try KeychainHome().run {
      let keychain = try KeychainCalls.created("domain.keychain")
      var found: SecKeychain?
      for domain in [SecPreferencesDomain.system, .common] {
        #expect(unsafe SecKeychainCopyDomainDefault(domain, &found) == errSecNoDefaultKeychain)
        #expect(SecKeychainSetDomainDefault(domain, nil) == errSecNoDefaultKeychain)
        #expect(SecKeychainSetDomainDefault(domain, keychain) == errSecSuccess)
        #expect(unsafe SecKeychainCopyDomainDefault(domain, &found) == errSecSuccess)
        #expect(found == keychain)
      }
      #expect(SecKeychainSetDomainSearchList(.common, [keychain] as CFArray) == errSecSuccess)
      #expect(
        unsafe KeychainCalls.list { unsafe SecKeychainCopyDomainSearchList(.common, $0) } == [
          keychain
        ])
      #expect(KeychainCalls.searchList() == [SecKeychain.store, keychain].compactMap(\.self))
      #expect(
        unsafe KeychainCalls.list { unsafe SecKeychainCopyDomainSearchList(.dynamic, $0) } == [])
      #expect(unsafe SecKeychainCopyDomainDefault(.dynamic, &found) == errSecInvalidPrefsDomain)
      #expect(SecKeychainSetDomainDefault(.dynamic, keychain) == errSecInvalidPrefsDomain)
      #expect(SecKeychainSetDomainSearchList(.dynamic, [] as CFArray) == errSecInvalidPrefsDomain)
      #expect(SecKeychainSetPreferenceDomain(.dynamic) == errSecInvalidPrefsDomain)
      var domain = SecPreferencesDomain.dynamic
      #expect(unsafe SecKeychainGetPreferenceDomain(&domain) == errSecSuccess && domain == .user)
      #expect(SecKeychainSetPreferenceDomain(.system) == errSecSuccess)
      #expect(unsafe SecKeychainGetPreferenceDomain(&domain) == errSecSuccess)
      #expect(domain == .system && KeychainCalls.standard().1 == keychain)
      #expect(
        KeychainCalls.path(try KeychainCalls.open("x.keychain"), size: 200).2
          == "/Library/Keychains/x.keychain")
    }
  }
}
