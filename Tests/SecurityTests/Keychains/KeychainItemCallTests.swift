// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// Items with lists of attributes (Specification/file-keychain.md, "Generic item calls").
@Suite("Functions for items of keychains")
struct KeychainItemCallTests {
  private static func made(
    _ values: [(SecItemAttr, [UInt8])], _ itemClass: SecItemClass = .genericPasswordItemClass,
    in keychain: SecKeychain
  ) -> (status: OSStatus, item: SecKeychainItem?) {
    var item: SecKeychainItem?
    let status = unsafe KeychainCalls.withList(values) { list in
      unsafe SecKeychainItemCreateFromContent(
        itemClass, list, 6, "secret", keychain, nil, &item)
    }
    return (status, item)
  }

  private static let names: [(SecItemAttr, [UInt8])] = [
    (.serviceItemAttr, Array("service".utf8)), (.accountItemAttr, Array("account".utf8)),
    (.labelItemAttr, Array("label".utf8)), (.commentItemAttr, Array("comment".utf8)),
  ]

  /// Sets the date of creation, which a new item cannot have yet.
  private static func setDate(_ text: String, of item: SecKeychainItem) {
    let date = [(SecItemAttr.creationDateItemAttr, Array(text.utf8) + [0])]
    let status = unsafe KeychainCalls.withList(date) { list in
      unsafe SecKeychainItemModifyContent(item, list, 0, nil)
    }
    #expect(status == errSecSuccess)
  }

  private static func each(_ body: (SecKeychain) throws -> Void) throws {
    try KeychainHome().run {
      try body(try KeychainCalls.created("items.keychain"))
      try body(try #require(SecKeychain.store))
    }
  }

  @Test("an item has the attributes with which it was made")
  func create() throws {
    try Self.each { keychain in
      let made = Self.made(Self.names, in: keychain)
      #expect(made.status == errSecSuccess)
      let item = try #require(made.item)
      let (status, values) = KeychainCalls.attributes(Self.names.map(\.0), of: item)
      #expect(status == errSecSuccess && values == Self.names.map(\.1))
      let dates = KeychainCalls.attributes([.creationDateItemAttr, .modDateItemAttr], of: item)
      #expect(dates.1.allSatisfy { $0.count == 16 && $0.last == 0 && $0[14] == 0x5A })
      #expect(Self.made(Self.names, in: keychain).status == errSecDuplicateItem)
      var found: SecKeychain?
      #expect(unsafe SecKeychainItemCopyKeychain(item, &found) == errSecSuccess)
      #expect(found == keychain)
      #expect(CFGetTypeID(item) == SecKeychainItemGetTypeID())
    }
  }

  @Test("lists that are not sound are refused, and so are other classes")
  func refusals() throws {
    try Self.each { keychain in
      for itemClass in [
        SecItemClass.certificateItemClass, .publicKeyItemClass, .privateKeyItemClass,
        .symmetricKeyItemClass,
      ] {
        #expect(Self.made(Self.names, itemClass, in: keychain).status == errSecNoSuchClass)
      }
      let server: [(SecItemAttr, [UInt8])] = [(.serverItemAttr, [1])]
      #expect(Self.made(server, in: keychain).status == errSecNoSuchAttr)
      for size in [3, 8] {
        let creator = [(SecItemAttr.creatorItemAttr, [UInt8](repeating: 1, count: size))]
        #expect(Self.made(creator, in: keychain).status == errSecParam)
      }
      var list = unsafe SecKeychainAttributeList(count: 1, attr: nil)
      #expect(
        unsafe SecKeychainItemCreateFromContent(
          .genericPasswordItemClass, &list, 0, nil, keychain, nil, nil) == errSecParam)
      var attribute = unsafe SecKeychainAttribute(
        tag: SecItemAttr.accountItemAttr.rawValue, length: 5, data: nil)
      let item = try #require(KeychainCalls.add("s", "a", to: keychain).item)
      unsafe withUnsafeMutablePointer(to: &attribute) { attribute in
        var list = unsafe SecKeychainAttributeList(count: 1, attr: attribute)
        #expect(
          unsafe SecKeychainItemCreateFromContent(
            .genericPasswordItemClass, &list, 0, nil, keychain, nil, nil) == errSecParam)
        #expect(unsafe SecKeychainItemModifyContent(item, &list, 0, nil) == errSecParam)
        list.count = 100_000
        #expect(unsafe SecKeychainItemModifyContent(item, &list, 0, nil) == errSecParam)
        #expect(unsafe SecKeychainItemCopyContent(item, nil, &list, nil, nil) == errSecParam)
      }
      #expect(SecKeychainItemModifyContent(item, nil, 5, nil) == errSecParam)
      let (status, values) = KeychainCalls.attributes(
        [.accountItemAttr, .serverItemAttr], of: item)
      #expect(status == errSecNoSuchAttr && values == [[], []])
    }
  }

  @Test("attributes and data change, together or alone")
  func modify() throws {
    try Self.each { keychain in
      let item = try #require(Self.made(Self.names, in: keychain).item)
      let label: [(SecItemAttr, [UInt8])] = [(.labelItemAttr, Array("new".utf8))]
      let status = unsafe KeychainCalls.withList(label) { list in
        unsafe SecKeychainItemModifyContent(item, list, 0, nil)
      }
      #expect(status == errSecSuccess)
      #expect(KeychainCalls.attributes([.labelItemAttr], of: item).1 == label.map(\.1))
      #expect(KeychainCalls.find("service", nil, in: keychain).secret == "secret")
      #expect(unsafe SecKeychainItemModifyAttributesAndData(item, nil, 5, "other") == errSecSuccess)
      #expect(KeychainCalls.find("service", nil, in: keychain).secret == "other")
      #expect(KeychainCalls.attributes([.commentItemAttr], of: item).1 == [Array("comment".utf8)])
      #expect(SecKeychainItemModifyContent(item, nil, 0, nil) == errSecSuccess)
      KeychainCalls.add("second", "account", to: keychain)
      let taken: [(SecItemAttr, [UInt8])] = [(.serviceItemAttr, Array("second".utf8))]
      let collision = unsafe KeychainCalls.withList(taken) { list in
        unsafe SecKeychainItemModifyContent(item, list, 0, nil)
      }
      #expect(collision == errSecDuplicateItem)
      #expect(KeychainCalls.find("service", nil, in: keychain).secret == "other")
    }
  }

  @Test("a deleted item is gone, and so is every use of it")
  func delete() throws {
    try Self.each { keychain in
      let item = try #require(Self.made(Self.names, in: keychain).item)
      #expect(SecKeychainItemDelete(item) == errSecSuccess)
      #expect(KeychainCalls.find("service", nil, in: keychain).status == errSecItemNotFound)
      #expect(SecKeychainItemDelete(item) == errSecInvalidItemRef)
      #expect(KeychainCalls.attributes([.labelItemAttr], of: item).0 == errSecInvalidItemRef)
      #expect(unsafe SecKeychainItemModifyContent(item, nil, 1, "x") == errSecInvalidItemRef)
    }
  }

  @Test("a list is made with exactly the wanted attributes")
  func copyAttributes() throws {
    try Self.each { keychain in
      let item = try #require(Self.made(Self.names, in: keychain).item)
      var tags = [SecItemAttr.accountItemAttr, .descriptionItemAttr, .labelItemAttr].map(\.rawValue)
      var itemClass = SecItemClass.certificateItemClass
      var list: UnsafeMutablePointer<SecKeychainAttributeList>?
      var length: UInt32 = 0
      var data: UnsafeMutableRawPointer?
      let status = unsafe tags.withUnsafeMutableBufferPointer { tags in
        guard let start = tags.baseAddress else { return errSecParam }
        var info = unsafe SecKeychainAttributeInfo(count: 3, tag: start, format: nil)
        #expect(
          unsafe SecKeychainItemCopyAttributesAndData(item, &info, nil, nil, nil, nil)
            == errSecParam)
        return unsafe SecKeychainItemCopyAttributesAndData(
          item, &info, &itemClass, &list, &length, &data)
      }
      #expect(status == errSecSuccess && itemClass == .genericPasswordItemClass && length == 6)
      guard let found = unsafe list?.pointee else { return }
      let attributes = unsafe Array(UnsafeBufferPointer(start: found.attr, count: Int(found.count)))
      #expect(attributes.map(\.tag) == tags)
      #expect(attributes.map(\.length) == [7, 0, 5])
      #expect(unsafe attributes[1].data == nil)
      #expect(unsafe SecKeychainItemFreeAttributesAndData(list, data) == errSecSuccess)
      #expect(SecKeychainItemFreeAttributesAndData(nil, nil) == errSecSuccess)
    }
  }

  @Test("the attributes of a class are told in the order of their columns")
  func attributeInfo() throws {
    try Self.each { keychain in
      for (number, count) in [(0x8000_0000, 16), (0x6765_6E70, 16), (0x8000_0001, 20), (0x10, 27)] {
        var info: UnsafeMutablePointer<SecKeychainAttributeInfo>?
        #expect(
          unsafe SecKeychainAttributeInfoForItemID(keychain, UInt32(number), &info)
            == errSecSuccess)
        guard let made = unsafe info else { return }
        #expect(unsafe made.pointee.count == UInt32(count))
        if count < 27 { #expect(unsafe made.pointee.tag[0] == 0x6364_6174) }
        if count < 27 { #expect(unsafe made.pointee.format?[0] == 5) }
        #expect(unsafe SecKeychainFreeAttributeInfo(made) == errSecSuccess)
      }
      var info: UnsafeMutablePointer<SecKeychainAttributeInfo>?
      #expect(unsafe SecKeychainAttributeInfoForItemID(keychain, 99, &info) == errSecNoSuchAttr)
    }
  }

  @Test("a persistent reference leads to the item until its unique attributes change")
  func references() throws {
    try Self.each { keychain in
      let item = try #require(Self.made(Self.names, in: keychain).item)
      var reference: CFData?
      #expect(
        unsafe SecKeychainItemCreatePersistentReference(item, &reference) == errSecSuccess)
      let bytes = try #require(reference)
      var found: SecKeychainItem?
      #expect(
        unsafe SecKeychainItemCopyFromPersistentReference(bytes, &found) == errSecSuccess)
      #expect(found == item)
      let wrong = NSData(data: Data(repeating: 7, count: 40))
      #expect(
        unsafe SecKeychainItemCopyFromPersistentReference(wrong, &found) == errSecItemNotFound)
      #expect(SecKeychainItemDelete(item) == errSecSuccess)
      #expect(
        unsafe SecKeychainItemCopyFromPersistentReference(bytes, &found) == errSecItemNotFound)
    }
  }

  @Test("a copy has the attributes, the secret and the date of the item")
  func copy() throws {
    try Self.each { keychain in
      let item = try #require(Self.made(Self.names, in: keychain).item)
      Self.setDate("19990102030405Z", of: item)
      let other = KeychainCalls.create("other.keychain").1
      var copied: SecKeychainItem?
      let target = try other ?? KeychainCalls.open("other.keychain")
      _ = KeychainCalls.find("service", nil, in: target).item.map(SecKeychainItemDelete)
      #expect(unsafe SecKeychainItemCreateCopy(item, target, nil, &copied) == errSecSuccess)
      #expect(KeychainCalls.find("service", "account", in: target).secret == "secret")
      let tags: [SecItemAttr] = [.creationDateItemAttr, .commentItemAttr]
      let copy = try #require(copied)
      let (left, right) = (
        KeychainCalls.attributes(tags, of: item), KeychainCalls.attributes(tags, of: copy)
      )
      #expect(left.0 == errSecSuccess && left.1[0].count == 16 && left.1[1].count == 7)
      #expect(left.1 == right.1)
      #expect(unsafe SecKeychainItemCreateCopy(item, target, nil, &copied) == errSecDuplicateItem)
    }
  }

  @Test("a reference that is cut or changed leads to no item, or to the item itself")
  func hostileReferences() throws {
    try KeychainHome().run {
      let keychain = try KeychainCalls.created("items.keychain")
      let item = try #require(Self.made(Self.names, in: keychain).item)
      var reference: CFData?
      #expect(unsafe SecKeychainItemCreatePersistentReference(item, &reference) == errSecSuccess)
      let bytes = [UInt8](Data(referencing: try #require(reference)))
      for place in bytes.indices {
        var changed = bytes
        changed[place] ^= 0xFF
        for hostile in [Array(bytes[..<place]), changed] {
          var found: SecKeychainItem?
          let status = unsafe SecKeychainItemCopyFromPersistentReference(
            NSData(data: Data(hostile)), &found)
          #expect(status == errSecItemNotFound ? found == nil : found == item)
        }
      }
    }
  }

  @Test("a password for a file server exists in files only")
  func servers() throws {
    try KeychainHome().run {
      let keychain = try KeychainCalls.created("items.keychain")
      KeychainCalls.add("s", "a", to: nil)
      let server: [(SecItemAttr, [UInt8])] = [
        (.volumeItemAttr, Array("volume".utf8)), (.accountItemAttr, Array("a".utf8)),
      ]
      for (place, expected) in [(keychain, errSecSuccess), (nil, errSecNoSuchClass)] {
        var item: SecKeychainItem?
        let status = unsafe KeychainCalls.withList(server) { list in
          unsafe createItem(0x6173_6870, list, 1, "x", place, nil, &item)
        }
        #expect(status == expected)
        #expect(item?.classCode == (expected == errSecSuccess ? 0x6173_6870 : nil))
        var search: SecKeychainSearch?
        let started = unsafe SecKeychainSearch.make(
          place ?? SecKeychain.store, 0x6173_6870, nil, &search)
        #expect(started == errSecSuccess)
        for wanted in [item, nil] {
          var found: SecKeychainItem?
          #expect(search?.next(&found) == (wanted == nil ? errSecItemNotFound : errSecSuccess))
          #expect(found == wanted)
        }
      }
    }
  }
}
