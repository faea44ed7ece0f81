// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SecureMemory
import Security
import Testing

/// Access objects, their entries and trusted applications (Specification/file-keychain.md, "Access
/// objects and ACL entries", "Trusted applications").
@Suite("Functions for access objects")
struct KeychainAccessCallTests {
  private static func made(_ programs: [SecTrustedApplication]?) throws -> SecAccess {
    var access: SecAccess?
    let list = programs.map { $0 as CFArray }
    #expect(unsafe SecAccessCreate("name" as CFString, list, &access) == errSecSuccess)
    return try #require(access)
  }

  private static func entries(_ access: SecAccess) throws -> [SecACL] {
    var list: CFArray?
    #expect(unsafe SecAccessCopyACLList(access, &list) == errSecSuccess)
    return try #require(list).compactMap { $0 as? SecACL }
  }

  /// The content of an entry: programs, description and selector.
  private static func content(
    _ entry: SecACL
  ) -> (OSStatus, [SecTrustedApplication]?, String?, UInt16) {
    var programs: CFArray?
    var text: CFString?
    var selector = SecKeychainPromptSelector()
    let status = unsafe SecACLCopyContents(entry, &programs, &text, &selector)
    return (
      status, programs?.compactMap { $0 as? SecTrustedApplication }, text.map { String($0) },
      selector.rawValue
    )
  }

  private static func names(_ entry: SecACL) -> [String] {
    SecACLCopyAuthorizations(entry).compactMap { $0 as? String }
      .map { $0.replacingOccurrences(of: "ACLAuthorization", with: "") }
  }

  @Test("the standard object has three entries, the owner last")
  func standard() throws {
    try KeychainHome().run {
      let entries = try Self.entries(try Self.made(nil))
      #expect(
        entries.map(Self.names).map { Set($0) } == [
          ["Encrypt"], ["Decrypt", "Derive", "ExportClear", "ExportWrapped", "MAC", "Sign"],
          ["ChangeACL"],
        ])
      let contents = entries.map(Self.content)
      #expect(contents.map(\.0) == [0, 0, 0])
      #expect(contents[0].1 == nil && contents[1].1?.count == 1 && contents[2].1 == [])
      #expect(contents.map(\.2) == ["name", "name", "name"])
      let nobody = try Self.entries(try Self.made([]))
      #expect(Self.content(nobody[1]).1 == [])
      var access: SecAccess?
      #expect(
        unsafe SecAccessCreate("n" as CFString, ["x"] as CFArray, &access) == errSecParam)
    }
  }

  @Test("entries are added, narrowed, changed and removed")
  func edit() throws {
    try KeychainHome().run {
      let access = try Self.made([])
      var made: SecACL?
      #expect(
        unsafe SecACLCreateWithSimpleContents(
          access, nil, "text" as CFString, .unsigned, &made) == errSecSuccess)
      let entry = try #require(made)
      #expect(Self.names(entry) == ["Any"])
      #expect(Self.content(entry).3 == 16)
      #expect(Self.content(entry).1 == nil)
      let narrow = [kSecACLAuthorizationSign, "nonsense" as CFString] as CFArray
      #expect(SecACLUpdateAuthorizations(entry, narrow) == errSecSuccess)
      #expect(Self.names(entry) == ["Sign", "Any"])
      let found = SecAccessCopyMatchingACLList(access, kSecACLAuthorizationSign)
      #expect(found?.count == 2)
      #expect(SecAccessCopyMatchingACLList(access, kSecACLAuthorizationLogin) == nil)
      #expect(SecACLSetContents(entry, [] as CFArray, "new" as CFString, []) == errSecSuccess)
      #expect(Self.content(entry).1 == [] && Self.content(entry).2 == "new")
      #expect(try Self.entries(access).count == 4)
      #expect(SecACLRemove(entry) == errSecSuccess)
      #expect(try Self.entries(access).count == 3)
      #expect(SecACLRemove(entry) == errSecParam && Self.content(entry).0 == errSecParam)
      let owner = try #require(try Self.entries(access).last)
      #expect(SecACLUpdateAuthorizations(owner, narrow) == errSecInvalidOwnerEdit)
      #expect(SecACLRemove(owner) == errSecInvalidOwnerEdit)
      #expect(CFGetTypeID(owner) == SecACLGetTypeID())
      #expect(CFGetTypeID(access) == SecAccessGetTypeID())
    }
  }

  @Test("the owner can be a user or a group")
  func owner() throws {
    try KeychainHome().run {
      let entry = try Self.entries(try Self.made([]))[1]
      let options = SecAccessOwnerType(kSecUseOnlyUID | kSecHonorRoot)
      let owned = SecAccessCreateWithOwnerAndACL(5, 6, options, [entry] as CFArray, nil)
      let access = try #require(owned)
      var user: uid_t = 0, group: gid_t = 0, type: SecAccessOwnerType = 0
      var list: CFArray?
      #expect(
        unsafe SecAccessCopyOwnerAndACL(access, &user, &group, &type, &list) == errSecSuccess)
      #expect(user == 5 && group == 6 && type == options && list?.count == 1)
      let owner = try #require(try Self.entries(access).last)
      #expect(Self.content(owner).0 == errSecACLNotSimple)
      let standard = try Self.made(nil)
      #expect(
        unsafe SecAccessCopyOwnerAndACL(standard, &user, nil, nil, nil) == errSecACLNotSimple)
      var error: Unmanaged<CFError>?
      for wrong in [SecAccessOwnerType(0), 8] {
        #expect(unsafe SecAccessCreateWithOwnerAndACL(5, 6, wrong, nil, &error) == nil)
        #expect(unsafe CFErrorGetCode(error?.takeRetainedValue()) == Int(errSecParam))
      }
      #expect(SecAccessCreateWithOwnerAndACL(5, 6, 1, ["x"] as CFArray, nil) == nil)
    }
  }

  @Test("a trusted application is the program at a path")
  func applications() throws {
    try KeychainHome().run {
      var made: SecTrustedApplication?
      #expect(unsafe SecTrustedApplicationCreateFromPath("/bin/sh", &made) == errSecSuccess)
      let shell = try #require(made)
      var data: CFData?
      #expect(unsafe SecTrustedApplicationCopyData(shell, &data) == errSecSuccess)
      #expect(data.map { Data(referencing: $0) } == Data("/bin/sh\0".utf8))
      #expect(unsafe SecTrustedApplicationCreateFromPath("/bin/sh", &made) == errSecSuccess)
      #expect(made == shell && CFEqual(made, shell))
      #expect(
        unsafe SecTrustedApplicationCreateFromPath("/missing", &made) == errSecCSStaticCodeNotFound)
      #expect(unsafe SecTrustedApplicationCreateFromPath(nil, &made) == errSecSuccess)
      #expect(made != shell)
      let missing = NSData(data: Data("/missing\0".utf8))
      #expect(SecTrustedApplicationSetData(shell, missing) == errSecCSStaticCodeNotFound)
      #expect(SecTrustedApplicationSetData(shell, NSData()) == errSecParam)
      #expect(SecTrustedApplicationSetData(shell, NSData(data: Data("/bin/ls\0".utf8))) == 0)
      #expect(unsafe SecTrustedApplicationCopyData(shell, &data) == errSecSuccess)
      #expect(data.map { Data(referencing: $0) } == Data("/bin/ls\0".utf8))
      #expect(CFGetTypeID(shell) == SecTrustedApplicationGetTypeID())
    }
  }

  @Test("an item has the access object with which it was made")
  func items() throws {
    let home = try KeychainHome()
    try home.run {
      let keychain = try KeychainCalls.created("access.keychain")
      let access = try Self.made(nil)
      var item: SecKeychainItem?
      let status = unsafe KeychainCalls.withList([(.serviceItemAttr, [0x73])]) { list in
        unsafe SecKeychainItemCreateFromContent(
          .genericPasswordItemClass, list, 6, "secret", keychain, access, &item)
      }
      #expect(status == errSecSuccess)
      let made = try #require(item)
      var copied: SecAccess?
      #expect(unsafe SecKeychainItemCopyAccess(made, &copied) == errSecSuccess)
      let found = try Self.entries(try #require(copied))
      #expect(
        found.map { Self.names($0).first } == [
          "Encrypt", "Decrypt", "Integrity", "PartitionID", "ChangeACL",
        ])
      #expect(Self.content(found[3]).2?.isEmpty == false && Self.content(found[3]).1 == nil)
      #expect(SecKeychainItemSetAccess(made, access) == errSecInteractionNotAllowed)
      #expect(SecKeychainLock(keychain) == errSecSuccess)
      #expect(unsafe SecKeychainItemCopyAccess(made, &copied) == errSecInteractionNotAllowed)
      let stored = try #require(KeychainCalls.add("s", "a", to: nil).item)
      #expect(unsafe SecKeychainItemCopyAccess(stored, &copied) == errSecNoAccessForItem)
      #expect(SecKeychainItemSetAccess(stored, access) == errSecNoAccessForItem)
    }
  }

  @Test("another program finds an item, and must ask for its secret")
  func others() throws {
    let home = try KeychainHome()
    try home.run {
      let keychain = try KeychainCalls.created("access.keychain")
      #expect(KeychainCalls.add("s", "a", to: keychain).status == errSecSuccess)
    }
    try home.run(home.keychains(of: "two")) {
      let keychain = try KeychainCalls.open("access.keychain")
      #expect(KeychainCalls.find("s", "a", in: keychain).status == errSecInteractionNotAllowed)
      #expect(
        unsafe SecKeychainFindGenericPassword(keychain, 1, "s", 0, nil, nil, nil, nil)
          == errSecSuccess)
      var item: SecKeychainItem?
      #expect(
        unsafe SecKeychainFindGenericPassword(keychain, 1, "s", 0, nil, nil, nil, &item)
          == errSecSuccess)
      let found = try #require(item)
      // Regression: new data needs no right, and the writer still cannot read the data.
      #expect(unsafe SecKeychainItemModifyContent(found, nil, 3, "new") == errSecSuccess)
      #expect(KeychainCalls.find("s", "a", in: keychain).status == errSecInteractionNotAllowed)
    }
  }

  @Test("a new access object takes effect if the user permits the change")
  func replaced() throws {
    let person = ConsentingPerson()
    let home = try KeychainHome(person)
    let item = try home.run {
      let keychain = try KeychainCalls.created("access.keychain")
      let item = try #require(KeychainCalls.add("s", "a", to: keychain).item)
      let everybody = try Self.made([])
      let limited = try Self.entries(everybody)[1]
      #expect(SecACLSetContents(limited, nil, "name" as CFString, []) == errSecSuccess)
      #expect(SecKeychainItemSetAccess(item, everybody) == errSecSuccess)
      #expect(person.questions == 1)
      var copied: SecAccess?
      #expect(unsafe SecKeychainItemCopyAccess(item, &copied) == errSecSuccess)
      let entries = try Self.entries(try #require(copied))
      #expect(Self.content(entries[1]).1 == nil && Self.content(entries[1]).0 == errSecSuccess)
      return item
    }
    #expect(item.description.contains("access.keychain"))
    // The partition of both programs is one, so that the entries decide.
    try home.run(home.keychains(of: "two")) {
      let keychain = try KeychainCalls.open("access.keychain")
      #expect(KeychainCalls.find("s", "a", in: keychain).secret == "secret")
    }
  }

  @Test("threads that change different parts of an entry lose no change")
  func together() throws {
    try KeychainHome().run {
      let entry = try Self.entries(try Self.made([]))[1]
      let failures = Lock(0)
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        for round in 0..<20_000 {
          let isKept: Bool
          if thread == 0 {
            let text = "\(round)"
            let status = SecACLSetContents(entry, [] as CFArray, text as CFString, [])
            isKept = status == errSecSuccess && Self.content(entry).2 == text
          } else {
            let name =
              round.isMultiple(of: 2)
              ? kSecACLAuthorizationSign : kSecACLAuthorizationDecrypt
            let status = SecACLUpdateAuthorizations(entry, [name] as CFArray)
            let found = SecACLCopyAuthorizations(entry).firstObject as? String
            isKept = status == errSecSuccess && found == String(name)
          }
          if !isKept { failures.withLock { $0 += 1 } }
        }
      }
      #expect(failures.withLock { $0 } == 0)
    }
  }

  @Test("a path that is not UTF-8 is refused")
  func invalidPath() throws {
    try KeychainHome().run {
      let path: [CChar] = [0x2F, CChar(bitPattern: 0xFF), 0]
      var made: SecTrustedApplication?
      #expect(unsafe SecTrustedApplicationCreateFromPath(path, &made) == errSecParam)
      var keychain: SecKeychain?
      #expect(unsafe SecKeychainOpen(path, &keychain) == errSecParam)
      #expect(unsafe SecKeychainCreate(path, 1, "x", false, nil, &keychain) == errSecParam)
      #expect(made == nil && keychain == nil)
    }
  }
}
