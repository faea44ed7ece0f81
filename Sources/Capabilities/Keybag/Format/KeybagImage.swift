// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes

/// A keybag's bytes as values: what can be read without a key (Documentation/Formats/keybag.md).
package struct KeybagImage: Hashable, Sendable {
  /// How far the making of the store has come.
  package enum State: UInt16, Sendable {
    /// The database is not there yet; starting again is allowed.
    case creating = 1
    /// The database was made: if it is missing now, that is a loss and no beginning.
    case complete = 2
  }

  static let magic = Array("LATCHKBG".utf8)
  /// The version of a file without a passcode record, and of one with it, which programs of the
  /// first version do not understand.
  package static let version: UInt16 = 1
  package static let versionWithPasscode: UInt16 = 2
  /// As 2, and the record says which keys were never there without a passcode.
  package static let versionWithEpoch: UInt16 = 3
  static let headerSize = 88
  static let checksumSize = 16
  static let codeSize = 32
  static let keyCheckSize = 16
  /// No keybag is larger: about a thousand times one of today.
  static let sizeLimit = 1 << 20

  package var state: State
  /// 1 to 3: from 2 on kind 4 of records and wrappers 2 and 3 mean what they mean now.
  package private(set) var version: UInt16
  /// Names the store for ever.
  package let store: Identifier16
  /// New at creation, restore and erase (spec/sync.md S5).
  package var incarnation: Identifier16
  /// The newest epoch of keys; rows are sealed under the one that the database names.
  package var epoch: UInt32
  /// Raised whenever a passcode is set, changed or removed.
  package var lockGeneration: UInt64
  /// Raised at every writing of the file, to tell which of two copies is newer.
  package var sequence: UInt64
  /// Tells the right device key from a wrong one.
  var keyCheck: [UInt8]
  package var records: [KeybagRecord]

  /// All bytes before checksum and code.
  private func body() -> [UInt8] {
    var area = ByteWriter()
    for record in records {
      area.number(record.kind)
      area.number(record.flags)
      area.number(UInt32(record.bytes.count))
      area.append(record.bytes)
    }
    var writer = ByteWriter()
    writer.append(Self.magic)
    writer.number(version)
    writer.number(state.rawValue)
    writer.number(UInt32(area.bytes.count))
    writer.append(store.bytes)
    writer.append(incarnation.bytes)
    writer.number(epoch)
    writer.number(UInt32(records.count))
    writer.number(lockGeneration)
    writer.number(sequence)
    writer.append(keyCheck)
    writer.append(area.bytes)
    return writer.bytes
  }

  /// The file's bytes, authenticated by `key`.
  func encode(authenticatedBy key: HMACSHA256) throws(CryptoError) -> [UInt8] {
    var bytes = body()
    bytes += try Hash.sha256(bytes.span).bytes.prefix(Self.checksumSize)
    bytes += try key.code(bytes.span).bytes
    return bytes
  }

  /// Reads a file.
  ///
  /// Its code is checked later, when there is a key: `LockedKeybag.unlock(with:)`.
  ///
  /// - Throws: `newerVersion`; `damaged` for everything that `encode` would not have written.
  init(decoding bytes: [UInt8]) throws(KeybagError) {
    var reader = ByteReader(bytes)
    guard reader.take(8) == Self.magic, let version: UInt16 = reader.number() else {
      throw .damaged
    }
    guard version <= Self.versionWithEpoch else { throw .newerVersion }
    let trailer = Self.checksumSize + Self.codeSize
    guard version >= Self.version, bytes.count >= Self.headerSize + trailer,
      try Self.checksumIsRight(bytes),
      let stateNumber: UInt16 = reader.number(), let state = State(rawValue: stateNumber),
      let areaSize: UInt32 = reader.number(),
      Int(areaSize) == bytes.count - Self.headerSize - trailer,
      let store = reader.take(16).flatMap({ Identifier16($0) }),
      let incarnation = reader.take(16).flatMap({ Identifier16($0) }),
      let epoch: UInt32 = reader.number(), let count: UInt32 = reader.number(),
      let lockGeneration: UInt64 = reader.number(), let sequence: UInt64 = reader.number(),
      let keyCheck = reader.take(Self.keyCheckSize), let area = reader.take(Int(areaSize))
    else { throw .damaged }
    self.state = state
    self.version = version
    self.store = store
    self.incarnation = incarnation
    self.epoch = epoch
    self.lockGeneration = lockGeneration
    self.sequence = sequence
    self.keyCheck = keyCheck
    records = try Self.records(area, of: version)
    guard records.count == Int(count) else { throw .damaged }
    if version >= Self.versionWithPasscode, try passcode == nil { throw .damaged }
  }

  /// Says something else about the passcode.
  mutating func replace(_ passcode: PasscodeRecord) {
    version = Self.versionWithEpoch
    records.removeAll { $0.kind == KeybagRecord.Kind.passcode }
    records.append(passcode.encode())
  }

  /// What the image says about the passcode; nil where there never was one.
  ///
  /// - Throws: `damaged` for two such records, and as `PasscodeRecord`.
  var passcode: PasscodeRecord? {
    get throws(KeybagError) {
      guard version >= Self.versionWithPasscode else { return nil }
      let found = records.filter { $0.kind == KeybagRecord.Kind.passcode }
      guard found.count <= 1 else { throw .damaged }
      guard let record = found.first else { return nil }
      return try PasscodeRecord(
        decoding: record, hasEpoch: version >= Self.versionWithEpoch)
    }
  }

  /// The oldest epoch that a row in its table may have, as far as a rotation has said so.
  ///
  /// - Throws: `damaged` for two such records, and for one of another size.
  var oldestOfRows: UInt32 {
    get throws(KeybagError) {
      let found = records.filter { $0.kind == KeybagRecord.Kind.rows }
      guard let record = found.first else { return 1 }
      var reader = ByteReader(record.bytes)
      guard found.count == 1, record.bytes.count == 4, let epoch: UInt32 = reader.number() else {
        throw .damaged
      }
      return epoch
    }
  }

  /// Sets the oldest epoch that a row in its table may have.
  mutating func replace(oldestOfRows epoch: UInt32) {
    records.removeAll { $0.kind == KeybagRecord.Kind.rows }
    var writer = ByteWriter()
    writer.number(epoch)
    // Not critical: a reader that does not know the record keeps it, and does without it.
    records.append(KeybagRecord(kind: KeybagRecord.Kind.rows, bytes: writer.bytes))
  }

  private static func records(
    _ area: [UInt8], of version: UInt16
  ) throws(KeybagError) -> [KeybagRecord] {
    var reader = ByteReader(area)
    var records: [KeybagRecord] = []
    while reader.remaining > 0 {
      guard let kind: UInt16 = reader.number(), let flags: UInt16 = reader.number(),
        let count: UInt32 = reader.number(), let bytes = reader.take(Int(count))
      else { throw .damaged }
      let record = KeybagRecord(kind: kind, flags: flags, bytes: bytes)
      if !record.isKnown(in: version) && flags & KeybagRecord.critical != 0 { throw .newerVersion }
      records.append(record)
    }
    return records
  }

  private static func checksumIsRight(_ bytes: [UInt8]) throws(KeybagError) -> Bool {
    let end = bytes.count - codeSize
    do {
      let sum = try Hash.sha256(bytes.span.extracting(..<(end - checksumSize))).bytes
      return sum.prefix(checksumSize).elementsEqual(bytes[(end - checksumSize)..<end])
    } catch {
      throw KeybagError(error)
    }
  }

  init(
    store: Identifier16, incarnation: Identifier16, keyCheck: [UInt8], records: [KeybagRecord]
  ) {
    state = .creating
    version = Self.version
    self.store = store
    self.incarnation = incarnation
    epoch = 1
    lockGeneration = 0
    sequence = 0
    self.keyCheck = keyCheck
    self.records = records
  }
}
