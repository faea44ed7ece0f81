// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainCrypto
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory

/// Every key of a store, computed from its files as Documentation/Formats says, and the values that
/// libcrypto derives from them.
///
/// A dump of a process must not hold any of these.
struct KnownKeys {
  private(set) var patterns: [SearchPattern] = []
  private var classKeys: [UInt64: [UInt8]] = [:]
  private var metadataKeys: [UInt64: [UInt8]] = [:]

  /// - Parameter passcode: the passcode of the store, or nil if it has no passcode.
  init(directory: String, passcode: String? = nil) throws {
    let device = [UInt8](try Data(contentsOf: URL(fileURLWithPath: directory + "/device.key")))
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: directory + "/keybag")))
    let image = try LockedKeybag(decoding: bytes).image
    add("device key", device)
    let unlock = try derive(device, salt: image.store.bytes, "latchkey 1 unlock key")
    addCipherKey("unlock key", unlock)
    addCodeKey("keybag code key", try derive(unlock, "latchkey 1 keybag code"))
    addCipherKey("holding key", try derive(unlock, "latchkey 1 holding key"))
    addCodeKey("key of wrong tries", try derive(unlock, "latchkey 1 attempts"))
    var unlockKeys: [UInt8: [UInt8]] = [1: unlock]
    if let passcode, let record = image.records.first(where: { $0.kind == 4 }) {
      try addPasscode(passcode, record, device: device, store: image.store, &unlockKeys)
    }
    for record in image.records.filter({ $0.kind <= 3 }).sorted(by: { $0.kind < $1.kind }) {
      try take(record, unlockKeys, store: image.store)
    }
  }

  /// Adds the keys of wrappers 2 and 3, and the values they are derived from
  /// (Documentation/Formats/keybag.md, section 8).
  private mutating func addPasscode(
    _ passcode: String, _ record: KeybagRecord, device: [UInt8],
    store: Identifier16, _ unlockKeys: inout [UInt8: [UInt8]]
  ) throws {
    let typed = SecretBytes(copying: Array(passcode.utf8))
    let cost = try KeyDerivation.ScryptCost(n: 1 << UInt64(record.bytes[3]), r: 8, p: 1)
    let stretched = Self.plain(
      try KeyDerivation.scrypt(
        passcode: typed, salt: Array(record.bytes[12..<44]), cost: cost, count: 64))
    let info =
      Array("latchkey passcode".utf8) + store.bytes
      + Canonical.littleEndian(KeybagImage.versionWithPasscode)
    let material = SecretBytes(copying: stretched + device)
    let unlock = Self.plain(
      try KeyDerivation.hkdf(key: material, salt: [], info: info, count: 32))
    let extracting = try HMACSHA256(key: SecretBytes(copying: [] as [UInt8]))
    add("start of the passcode", Array(passcode.utf8.prefix(16)))
    add("stretched passcode", stretched)
    addCodeKey("extract of the passcode", Self.plain(try extracting.key(from: [material])))
    addCipherKey("unlock key of the passcode", unlock)
    let first = try derive(unlock, "latchkey 1 first unlock")
    let extract = try extracting.key(from: [SecretBytes(copying: unlock)])
    addCodeKey("extract of the unlock key of the passcode", Self.plain(extract))
    addCipherKey("first unlock key", first)
    unlockKeys[2] = unlock
    unlockKeys[3] = first
  }

  private static func plain(_ secret: SecretBytes) -> [UInt8] {
    secret.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  /// Adds the keys that open these rows: item keys, and for each sealed text the key of that
  /// message.
  mutating func add(_ rows: [SealedRow]) throws {
    for row in rows {
      let facts = row.facts
      let name = "of row \(row.id), protection \(facts.protection.rawValue)"
      let place = Self.place(facts.protection.rawValue, facts.keyEpoch)
      guard let metadata = metadataKeys[place], let wrapping = classKeys[place] else { continue }
      addMessageKey("metadata message key \(name)", metadata, row.metadata[1...])
      guard let secret = row.secret else { continue }
      let item = try open(wrapping, secret[1..<73], Self.binding(facts, part: 3))
      addCipherKey("item key \(name)", item)
      addMessageKey("wrapping message key \(name)", wrapping, secret[1...])
      addMessageKey("secret message key \(name)", item, secret[73...])
    }
  }

  private mutating func take(
    _ record: KeybagRecord, _ unlockKeys: [UInt8: [UInt8]], store: Identifier16
  ) throws {
    let bytes = record.bytes
    let epoch = UInt32(bytes[2]) | UInt32(bytes[3]) << 8 | UInt32(bytes[4]) << 16
    let place = Self.place(bytes[0], epoch)
    let name = "\(bytes[0]), epoch \(epoch)"
    let binding =
      Array("latchkey 1 wrap".utf8) + [UInt8(record.kind), bytes[0]] + bytes[2..<6]
      + store.bytes
    guard record.kind > 1 else {
      guard let unlock = unlockKeys[bytes[1]] else { return }
      let key = try open(unlock, bytes[7...], binding)
      classKeys[place] = key
      addCipherKey("class key \(name)", key)
      return
    }
    guard let wrapping = classKeys[place] else { return }
    let key = try open(wrapping, bytes[7...], binding)
    if record.kind == 2 {
      metadataKeys[place] = key
      addCipherKey("metadata key \(name)", key)
    } else {
      addCodeKey("index key \(name)", key)
      addCodeKey("history key \(name)", try derive(key, "latchkey 1 history"))
    }
  }

  private static func place(_ protection: UInt8, _ epoch: UInt32) -> UInt64 {
    UInt64(epoch) << 8 | UInt64(protection)
  }

  // MARK: values derived from a key

  private mutating func add(_ name: String, _ bytes: [UInt8]) {
    for start in stride(from: 0, to: bytes.count, by: SearchPattern.size) {
      patterns.append(SearchPattern(name, Array(bytes[start..<start + SearchPattern.size])))
    }
  }

  /// Adds a key of AES, which is also its first two round keys, with the derived subkey of CMAC.
  private mutating func addCipherKey(_ name: String, _ key: [UInt8]) {
    add(name, key)
    add("CMAC subkey of \(name)", Self.subkey(key))
  }

  /// Adds a key of HMAC: it shows in memory as its two pads, and as the SHA-256 states after them.
  private mutating func addCodeKey(_ name: String, _ key: [UInt8]) {
    add(name, key)
    add("inner pad of \(name)", key.map { $0 ^ 0x36 })
    add("outer pad of \(name)", key.map { $0 ^ 0x5C })
    for (pad, side) in [(UInt8(0x36), "inner"), (0x5C, "outer")] {
      let block = (key + [UInt8](repeating: 0, count: 64 - key.count)).map { $0 ^ pad }
      let state = TextbookSHA256.state(after: block)
      add("\(side) state of \(name)", state.flatMap { Canonical.littleEndian($0) })
    }
  }

  /// Adds the key that XAES derives for one message (C2SP): two blocks of AES over half of its
  /// nonce.
  private mutating func addMessageKey(
    _ name: String, _ key: [UInt8], _ sealed: ArraySlice<UInt8>
  ) {
    let cipher = TextbookAES(key: key)
    let subkey = Self.subkey(key)
    let halves = [UInt8(1), 2].map { number in
      let block = [0, number, UInt8(ascii: "X"), 0] + Array(sealed.prefix(12))
      return cipher.encrypt(zip(block, subkey).map { $0 ^ $1 })
    }
    add(name, halves[0] + halves[1])
  }

  private static func subkey(_ key: [UInt8]) -> [UInt8] {
    let block = TextbookAES(key: key).encrypt([UInt8](repeating: 0, count: 16))
    var shifted = (0..<16).map { block[$0] << 1 | ($0 < 15 ? block[$0 + 1] >> 7 : 0) }
    if block[0] & 0x80 != 0 { shifted[15] ^= 0x87 }
    return shifted
  }

  private func derive(_ key: [UInt8], salt: [UInt8] = [], _ text: String) throws -> [UInt8] {
    let derived = try KeyDerivation.hkdf(
      key: SecretBytes(copying: key), salt: salt, info: Array(text.utf8), count: 32)
    return derived.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  private func open(
    _ key: [UInt8], _ sealed: ArraySlice<UInt8>, _ binding: [UInt8]
  ) throws -> [UInt8] {
    let opened = try XAES256GCM.openOnce(
      Array(sealed).span, key: SecretBytes(copying: key), binding: binding.span)
    return opened.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  /// Returns the associated data of a blob: Documentation/Formats/sealing.md, section 3.
  private static func binding(_ facts: RowFacts, part: UInt8) -> [UInt8] {
    let head: [UInt8] = [
      1, part, 1, facts.itemClass.number, facts.protection.rawValue,
      facts.isSynchronizable ? 1 : 0, facts.isTombstone ? 1 : 0, 0,
    ]
    let numbers =
      Canonical.littleEndian(UInt32(facts.form.rawValue)) + Canonical.littleEndian(facts.keyEpoch)
      + Canonical.littleEndian(facts.write) + Canonical.littleEndian(facts.revision.microseconds)
    return head + numbers + facts.uuid.bytes + facts.persistentIdentifier.bytes
      + facts.group.bytes + facts.slot.bytes
  }
}
