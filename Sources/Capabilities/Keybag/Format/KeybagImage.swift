// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes

/// The content of a keybag file that can be read without a key (Documentation/Formats/keybag.md).
package struct KeybagImage: Hashable, Sendable {
  /// The progress of the store's creation: whether its database was made.
  package enum State: UInt16, Sendable {
    /// The database was not made yet.
    ///
    /// If a crash interrupted the creation of the store, the next call starts the creation again.
    case creating = 1
    /// The database was made.
    ///
    /// If the database is missing, it was lost. Latchkey then reports the loss, and makes no new
    /// database.
    case complete = 2
  }

  static let magic = Array("LATCHKBG".utf8)
  /// The format version of a keybag file whose store never had a passcode.
  ///
  /// A file with a passcode record has `versionWithPasscode` or `versionWithEpoch`. Programs that
  /// know only version 1 then refuse the file.
  package static let version: UInt16 = 1
  package static let versionWithPasscode: UInt16 = 2
  /// The format version in which the passcode record also has `PasscodeRecord.firstEpoch`.
  package static let versionWithEpoch: UInt16 = 3
  static let headerSize = 88
  static let checksumSize = 16
  static let codeSize = 32
  static let keyCheckSize = 16
  /// The largest size of a keybag in bytes, about a thousand times the size of a usual keybag.
  static let sizeLimit = 1 << 20

  package var state: State
  /// The format version of the file, 1 to 3.
  ///
  /// Since version 2, a keybag can have a passcode record, and class keys that only an unlock key
  /// of the passcode unwraps.
  package private(set) var version: UInt16
  /// The random identifier of the store, which never changes.
  package let store: Identifier16
  /// The random identifier that is drawn when the store is made, and again when it is restored or
  /// repaired (Specification/sync.md, "Seams", S5).
  ///
  /// A copy of a store gets a new identifier too.
  package var incarnation: Identifier16
  /// The newest epoch (generation of keys) in the keybag.
  ///
  /// New rows are sealed under keys of the epoch that the database names, which can be older.
  package var epoch: UInt32
  /// A counter that rises whenever a passcode is set, changed or removed.
  package var lockGeneration: UInt64
  /// A counter that rises at each write of the keybag.
  ///
  /// The counter shows whether the keybag or its copy is newer.
  package var sequence: UInt64
  /// Bytes that derive from the device key, and show whether a device key belongs to this keybag.
  ///
  /// Another device key gives other bytes.
  var keyCheck: [UInt8]
  package var records: [KeybagRecord]

  /// Returns all bytes of the file before the checksum and the authentication code.
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

  /// Returns the bytes of the keybag file, with an authentication code under `key` at the end.
  func encode(authenticatedBy key: HMACSHA256) throws(CryptoError) -> [UInt8] {
    var bytes = body()
    bytes += try Hash.sha256(bytes.span).bytes.prefix(Self.checksumSize)
    bytes += try key.code(bytes.span).bytes
    return bytes
  }

  /// Reads the bytes of a keybag file.
  ///
  /// The authentication code is not checked, because the check needs the device key. Unlocking a
  /// `LockedKeybag` checks the code.
  ///
  /// - Throws: `newerVersion` if a newer version of Latchkey wrote the file, `damaged` for other
  ///   bytes that `encode` would not have written.
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

  /// Replaces the passcode record, and raises the format version of the file to 3.
  mutating func replace(_ passcode: PasscodeRecord) {
    version = Self.versionWithEpoch
    records.removeAll { $0.kind == KeybagRecord.Kind.passcode }
    records.append(passcode.encode())
  }

  /// The record with the derivation of the passcode's key; nil if no passcode was ever set.
  ///
  /// - Throws: `damaged` if there are two passcode records, and the errors of `PasscodeRecord`.
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

  /// The oldest epoch (generation of keys) under which rows of the database may be sealed.
  ///
  /// Rows that could not be opened were moved to the table `aside`, and may be older. 1 until the
  /// first rotation of keys has recorded an epoch.
  ///
  /// - Throws: `damaged` if two records name the epoch, or if the record's size is wrong.
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

  /// Sets the oldest epoch (generation of keys) under which rows of the database may be sealed.
  ///
  /// Rows that could not be opened were moved to the table `aside`, and may be older.
  mutating func replace(oldestOfRows epoch: UInt32) {
    records.removeAll { $0.kind == KeybagRecord.Kind.rows }
    var writer = ByteWriter()
    writer.number(epoch)
    // Not critical: a reader that does not know the record keeps it and works without it.
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
