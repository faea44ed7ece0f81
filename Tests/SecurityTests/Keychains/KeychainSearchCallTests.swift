// SPDX-License-Identifier: Apache-2.0
import Foundation
import SecureMemory
import Security
import Testing

/// Searches by attributes, and changes of single attributes (Specification/file-keychain.md,
/// "Search", "Item classes, attributes, uniqueness").
@Suite("Searches for items of keychains")
struct KeychainSearchCallTests {
  private static func each(_ body: (SecKeychain) throws -> Void) throws {
    try KeychainHome().run {
      try body(try KeychainCalls.created("search.keychain"))
      try body(try #require(SecKeychain.store))
    }
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
  }

  /// Returns the services of the items that a search finds, or its status.
  private static func found(
    _ terms: [(SecItemAttr, [UInt8])], in keychain: SecKeychain,
    _ itemClass: SecItemClass = .genericPasswordItemClass
  ) -> (status: OSStatus, accounts: [String]) {
    var search: SecKeychainSearch?
    let status = unsafe KeychainCalls.withList(terms) { list in
      unsafe SecKeychainSearch.make(keychain, itemClass.rawValue, list, &search)
    }
    var accounts: [String] = []
    var item: SecKeychainItem?
    while let search, search.next(&item) == errSecSuccess, let found = item {
      let account = KeychainCalls.attributes([.accountItemAttr], of: found).1
      accounts.append(String(decoding: account.first ?? [], as: UTF8.self))
    }
    return (status, accounts)
  }

  private static func change(
    _ item: SecKeychainItem, _ tag: SecItemAttr, _ bytes: [UInt8]
  ) -> OSStatus {
    unsafe KeychainCalls.withList([(tag, bytes)]) { list in
      unsafe SecKeychainItemModifyContent(item, list, 0, nil)
    }
  }

  @Test("an item is found only by the values that it has")
  func values() throws {
    try Self.each { keychain in
      let item = try #require(KeychainCalls.add("s", "a", to: keychain).item)
      #expect(KeychainCalls.add("s", "b", to: keychain).status == errSecSuccess)
      #expect(Self.change(item, .creationDateItemAttr, Array("19990102030405Z\0".utf8)) == 0)
      #expect(Self.change(item, .typeItemAttr, Self.bytes(0x6E6F_7465)) == errSecSuccess)
      #expect(Self.change(item, .invisibleItemAttr, Self.bytes(1)) == errSecSuccess)
      #expect(Self.change(item, .commentItemAttr, Array("text".utf8)) == errSecSuccess)
      let changed = KeychainCalls.attributes([.modDateItemAttr], of: item).1[0]
      #expect(changed.prefix(2).elementsEqual("20".utf8), "\(changed)")
      for (tag, value, accounts) in [
        (.creationDateItemAttr, Array("19990102030405Z\0".utf8), ["a"]),
        (.creationDateItemAttr, Array("19990102030406Z\0".utf8), []),
        // Seconds since 1904 until that moment.
        (.creationDateItemAttr, Self.bytes(2_998_091_045), ["a"]),
        (.typeItemAttr, Self.bytes(0x6E6F_7465), ["a"]), (.typeItemAttr, Self.bytes(1), []),
        (.invisibleItemAttr, Self.bytes(1), ["a"]), (.commentItemAttr, Array("text".utf8), ["a"]),
        (.commentItemAttr, Array("tex".utf8), []), (.scriptCodeItemAttr, Self.bytes(1), []),
        (.customIconItemAttr, Self.bytes(1), []), (.genericItemAttr, [0], []),
        (.modDateItemAttr, Array("19990102030405Z\0".utf8), []),
        (.accountItemAttr, Array("b".utf8), ["b"]),
      ] as [(SecItemAttr, [UInt8], [String])] {
        let found = Self.found([(tag, value)], in: keychain)
        #expect(found.status == errSecSuccess && found.accounts == accounts, "\(tag) \(value)")
      }
      let both = [(SecItemAttr.accountItemAttr, [0x61 as UInt8]), (.accountItemAttr, [0x62])]
      #expect(Self.found(both, in: keychain).accounts == [])
    }
  }

  @Test("in the store, zero and empty bytes stand for an absent value")
  func zeros() throws {
    try KeychainHome().run {
      let store = try #require(SecKeychain.store)
      let item = try #require(KeychainCalls.add("s", "a", to: store).item)
      for tag in [
        SecItemAttr.scriptCodeItemAttr, .customIconItemAttr, .typeItemAttr, .invisibleItemAttr,
        .negativeItemAttr,
      ] {
        #expect(Self.found([(tag, Self.bytes(0))], in: store).accounts == ["a"], "\(tag)")
      }
      #expect(Self.found([(.commentItemAttr, [])], in: store).accounts == ["a"])
      for tag in [SecItemAttr.scriptCodeItemAttr, .customIconItemAttr] {
        #expect(Self.change(item, tag, Self.bytes(1)) == errSecNoSuchAttr)
        #expect(Self.change(item, tag, Self.bytes(0)) == errSecSuccess)
        var made: SecKeychainItem?
        let status = unsafe KeychainCalls.withList([(tag, Self.bytes(1))]) { list in
          unsafe SecKeychainItemCreateFromContent(
            .genericPasswordItemClass, list, 0, nil, store, nil, &made)
        }
        #expect(status == errSecNoSuchAttr && made == nil)
      }
    }
  }

  @Test("a port and a protocol are changed to zero and back")
  func codes() throws {
    try Self.each { keychain in
      var made: SecKeychainItem?
      let status = unsafe SecKeychainAddInternetPassword(
        keychain, 1, "h", 0, nil, 1, "a", 0, nil, 80, .HTTP, .default, 1, "x", &made)
      #expect(status == errSecSuccess)
      let item = try #require(made)
      for (tag, value) in [
        (SecItemAttr.portItemAttr, UInt32(80)), (.protocolItemAttr, SecProtocolType.HTTP.rawValue),
      ] {
        func count(_ value: UInt32) -> Int {
          Self.found([(tag, Self.bytes(value))], in: keychain, .internetPasswordItemClass)
            .accounts.count
        }
        #expect(count(value) == 1 && count(0) == 0, "\(tag)")
        #expect(Self.change(item, tag, Self.bytes(0)) == errSecSuccess)
        #expect(count(value) == 0 && count(0) == 1, "\(tag)")
        #expect(Self.change(item, tag, Self.bytes(value)) == errSecSuccess)
        #expect(count(value) == 1 && count(0) == 0, "\(tag)")
      }
    }
  }

  @Test("programs that change different attributes of an item lose no change")
  func together() throws {
    let home = try KeychainHome()
    for isFile in [true, false] {
      try home.run {
        let store = try #require(SecKeychain.store)
        let keychain = isFile ? try KeychainCalls.created("together.keychain") : store
        #expect(KeychainCalls.add("s", "a", to: keychain).status == errSecSuccess)
        let failures = Lock(0)
        let tags = [SecItemAttr.commentItemAttr, .descriptionItemAttr]
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
          // Tasks of other threads do not inherit the home.
          home.run {
            guard let item = KeychainCalls.find("s", "a", in: keychain).item else { return }
            for round in 0..<25 {
              let text = Array("\(round)".utf8)
              let status = Self.change(item, tags[thread], text)
              let found = KeychainCalls.attributes([tags[thread]], of: item).1
              if status != errSecSuccess || found != [text] { failures.withLock { $0 += 1 } }
            }
          }
        }
        #expect(failures.withLock { $0 } == 0)
        let item = try #require(KeychainCalls.find("s", "a", in: keychain).item)
        let last = Array("24".utf8)
        #expect(KeychainCalls.attributes(tags, of: item).1 == [last, last])
      }
    }
  }

  @Test("a search leaves out deleted items and tells other errors")
  func errors() throws {
    let home = try KeychainHome()
    try home.run {
      let keychain = try KeychainCalls.created("search.keychain")
      let items = ["a", "b", "c"].map { KeychainCalls.add("s", $0, to: keychain).item }
      var search: SecKeychainSearch?
      let status = unsafe SecKeychainSearch.make(
        keychain, SecItemClass.genericPasswordItemClass.rawValue, nil, &search)
      #expect(status == errSecSuccess)
      #expect(SecKeychainItemDelete(try #require(items[0])) == errSecSuccess)
      var found: SecKeychainItem?
      #expect(search?.next(&found) == errSecSuccess && found == items[1])
      let path = home.directory + "/keychains/search.keychain-db"
      try Data("no keychain".utf8).write(to: URL(filePath: path))
      #expect(search?.next(&found) == errSecInvalidKeychain)
      #expect(search?.next(&found) == errSecItemNotFound)
    }
  }
}
