// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// The first items of an archive: all classes, protections, and kinds of value.
enum ArchiveItems {
  static var all: [NewItem] {
    passwords + internetPasswords + objects
  }

  /// Returns the access group of an item.
  ///
  /// Certificates and keys go to the second group.
  static func group(of item: NewItem) -> RequestedGroup {
    switch item.itemClass {
    case .certificate, .key: .named("archive.second")
    case .genericPassword, .internetPassword, .identity: .named("archive.first")
    }
  }

  private static var passwords: [NewItem] {
    var items = ["ak", "ck", "dk", "aku", "cku", "dku"].map { name in
      var item = ArchiveContent.password("protected by \(name)", secret: "secret of \(name)")
      item.protectionName = name
      return item
    }
    var full = ArchiveContent.password("Zoë Åström 東京", secret: "pässwörd 🔑", sync: true)
    full.attributes[.label] = .text("Ärger mit Umlauten")
    full.attributes[.comment] = .text("два слова")
    full.attributes[.generic] = .bytes([0, 1, 2, 0xFF])
    full.attributes[.creator] = .number(1_634_886_000)
    full.attributes[.type] = .number(-7)
    full.attributes[.isInvisible] = .number(1)
    items.append(full)
    // Two Unicode spellings of one word make two items.
    items.append(ArchiveContent.password("caf\u{E9}", secret: "one character"))
    items.append(ArchiveContent.password("cafe\u{301}", secret: "two characters"))
    items.append(ArchiveContent.password("no secret"))
    items.append(ArchiveContent.password("empty secret", secret: ""))
    var large = ArchiveContent.password("large secret")
    large.secret = SecretBytes(copying: ArchiveLines.pattern(10_000))
    items.append(large)
    for (account, flags) in [("open", AccessControl.Flags()), ("asks", .userPresence)] {
      var item = ArchiveContent.password("access control \(account)", secret: account)
      item.accessControl = try? AccessControl(protectionName: "ck", flags: flags)
      if !flags.isEmpty { item.accessControl?.explicitBound = true }
      items.append(item)
    }
    return items
  }

  private static var internetPasswords: [NewItem] {
    [false, true].map { sync in
      var item = NewItem(.internetPassword)
      item.attributes[.server] = .text("bücher.example.org")
      item.attributes[.account] = .text("reader")
      item.attributes[.path] = .text("/a/b")
      item.attributes[.port] = .number(8443)
      item.attributes[.protocolCode] = .number(1_752_462_448)
      item.attributes[.authenticationType] = .text("dflt")
      item.isSynchronizable = sync
      item.secret = SecretBytes(copying: Array((sync ? "travels" : "stays").utf8))
      return item
    }
  }

  private static var objects: [NewItem] {
    var certificate = NewItem(.certificate)
    certificate.attributes[.certificateType] = .number(1)
    certificate.attributes[.issuer] = .bytes([0x30, 0x03, 0x31, 0x01, 0x41])
    certificate.attributes[.serialNumber] = .bytes([0x01, 0x00, 0xFE])
    certificate.attributes[.subject] = .bytes([0x30, 0x03, 0x31, 0x01, 0x42])
    certificate.attributes[.publicKeyHash] = .bytes(Array(1...20))
    certificate.attributes[.label] = .text("a certificate as data")
    certificate.secret = SecretBytes(copying: Array("certificate".utf8))
    var key = NewItem(.key)
    key.attributes[.applicationLabel] = .bytes(Array(21...40))
    key.attributes[.applicationTag] = .text("org.example.archive.key")
    key.attributes[.keyClass] = .number(1)
    key.attributes[.type] = .number(73)
    key.attributes[.keySizeInBits] = .number(256)
    key.attributes[.endDate] = .date(Instant(microseconds: 900_000_000_000_000))
    key.attributes[.canSign] = .number(1)
    key.secret = SecretBytes(copying: Array("key".utf8))
    return [certificate, key]
  }
}
