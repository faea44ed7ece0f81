// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A persistent reference to an item of a keychain file (Specification/keychain-file-format.md,
/// "Persistent references and primary keys").
package struct FileReference: Hashable, Sendable {
  /// The path of the keychain, possibly with `~` in place of the home directory.
  package let path: String
  package let primaryKey: [UInt8]
  /// True if the reference is to an identity; its certificate then has the primary key.
  package let isIdentity: Bool

  private static let module = Array("ssui".utf8)
  private static let database = Array("dbnm".utf8)
  private static let item = Array("item".utf8)
  private static let identity = Array("idnt".utf8)
  /// The identifier of Apple's module for keychains: a GUID, in the byte order in which it is
  /// printed.
  private static let guid: [UInt8] = [
    0x87, 0x19, 0x1C, 0xA3, 0x0F, 0xC9, 0x11, 0xD4, 0x84, 0x9A, 0x00, 0x05, 0x02, 0xB5, 0x21, 0x22,
  ]
  /// Apple's number for modules that store keys and records; each reference contains the number.
  private static let subserviceType: UInt32 = 6
  /// The greatest number of pairs of name and value that are read in a reference.
  ///
  /// The references that this library makes have three or four pairs.
  private static let mostPairs = 8

  package init(_ item: KeychainItem, isIdentity: Bool = false) {
    path = item.keychain.path
    primaryKey = item.primaryKey
    self.isIdentity = isIdentity
  }

  /// Returns true if a persistent reference of this length can refer to an item of a keychain file.
  ///
  /// References to items of the store have 20 bytes or fewer.
  package static func isLong(_ length: Int) -> Bool { length > 20 }

  /// Reads a reference; nil for bytes that are no reference to an item of a keychain file.
  package init?(decoding bytes: [UInt8]) {
    var pairs: [[UInt8]: [UInt8]] = [:]
    var place = 0
    while place < bytes.count {
      // A hostile reference could have millions of empty pairs.
      guard pairs.count < Self.mostPairs, place + 8 <= bytes.count,
        let length = bytes.size(at: place + 4),
        length <= bytes.count - place - 8,
        pairs[Array(bytes[place..<place + 4])] == nil
      else { return nil }
      pairs[Array(bytes[place..<place + 4])] = Array(bytes[place + 8..<place + 8 + length])
      place += 8 + length
    }
    guard pairs[Self.module]?.starts(with: Self.guid) == true, let name = pairs[Self.database],
      let key = pairs[Self.item], name.last == 0,
      let path = String(validating: name.dropLast(), as: UTF8.self), !path.isEmpty
    else { return nil }
    (self.path, primaryKey, isIdentity) = (path, key, pairs[Self.identity] != nil)
  }

  /// Returns the bytes of the reference.
  ///
  /// In the path, `~` stands for the user's home directory.
  package func encode(_ places: KeychainPlaces) -> [UInt8] {
    var module = Self.guid
    for number: UInt32 in [0, 0, 0, Self.subserviceType] { module.append(atom: number) }
    var bytes: [UInt8] = []
    bytes.append(Self.module, module)
    bytes.append(Self.database, Array(places.homePath(of: path).utf8) + [0])
    bytes.append(Self.item, primaryKey)
    if isIdentity { bytes.append(Self.identity, [0xFF, 0xFF, 0xFF, 0xFF]) }
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ name: [UInt8], _ value: [UInt8]) {
    self += name
    append(size: value.count)
    self += value
  }
}

extension Keychain {
  /// Returns the item with a primary key; the group keys that encrypt passwords are not found.
  ///
  /// - Throws: -25300 if the keychain has no item with this primary key.
  package func item(_ primaryKey: [UInt8]) throws(KeychainError) -> KeychainItem {
    let image = try image()
    var found: KeychainItem?
    if let id = primaryKey.atom(at: 0) {
      image.forEach(in: id) { result in
        guard found == nil, let record = try? result.get(), !record.isGroupKey,
          (try? RecordValues(record).primaryKey) == primaryKey
        else { return }
        found = try? KeychainItem(self, record)
      }
    }
    guard let found else {
      throw KeychainError(.itemNotFound, "the keychain has no item with this primary key")
    }
    return found
  }
}
