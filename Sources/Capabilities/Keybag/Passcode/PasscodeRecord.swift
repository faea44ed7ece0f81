// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// The passcode record of a keybag (Documentation/Formats/keybag.md, section 3, kind 4).
///
/// The record says how the passcode's key is derived, and which rows can never be opened again,
/// because an earlier passcode was removed.
///
/// The record does not show whether a passcode is right: only unwrapping a class key does.
package struct PasscodeRecord: Hashable, Sendable {
  package static let saltSize = 32
  private static let size = 52
  /// The size in bytes of a passcode record in a keybag of format version 3, which adds
  /// `firstEpoch`.
  private static let sizeWithEpoch = 56

  /// The salt and the scrypt cost with which the passcode's key is derived.
  ///
  /// Nil if the store's passcode was removed.
  package let derivation: Derivation?
  /// The number of the store's last write operation when a passcode was last removed.
  ///
  /// The removal deleted the keys of items that need a passcode (protection `akpu`). So their rows
  /// with this write number or a lower number can never be opened again. 0 if a passcode was never
  /// removed.
  package let lostWrite: Int64
  /// The first epoch (generation of keys) whose class keys were protected by the passcode from the
  /// start.
  ///
  /// 0 if there is no such epoch, because an older version of Latchkey set the passcode. All
  /// present class keys then existed before the passcode protected them.
  package let firstEpoch: UInt32

  /// The scrypt cost and the salt with which the passcode's key is derived
  /// (Specification/access-control.md, "Derivation").
  package struct Derivation: Hashable, Sendable {
    package let cost: PasscodeCost
    package let salt: [UInt8]
  }

  init(_ derivation: Derivation?, lostWrite: Int64, firstEpoch: UInt32 = 0) {
    self.derivation = derivation
    self.lostWrite = lostWrite
    self.firstEpoch = firstEpoch
  }

  func encode() -> KeybagRecord {
    var writer = ByteWriter()
    writer.number(UInt8(derivation == nil ? 2 : 1))
    writer.number(UInt8(1))
    writer.number(UInt8(derivation?.cost.isForTests ?? false ? 1 : 0))
    writer.number(UInt8(derivation?.cost.logarithm ?? 0))
    writer.number(derivation?.cost.r ?? 0)
    writer.number(derivation?.cost.p ?? 0)
    writer.append(derivation?.salt ?? Array(repeating: 0, count: Self.saltSize))
    writer.number(UInt64(bitPattern: lostWrite))
    writer.number(firstEpoch)
    return KeybagRecord(
      kind: KeybagRecord.Kind.passcode, flags: KeybagRecord.critical, bytes: writer.bytes)
  }

  /// Reads a passcode record.
  ///
  /// - Parameter hasEpoch: true if the keybag has format version 3, whose record contains
  ///   `firstEpoch`.
  /// - Throws: `damaged` for an invalid record. Scrypt parameters beyond the limits are `damaged`
  ///   too: a forged cost must not exhaust the memory. `newerVersion` if this version of Latchkey
  ///   does not know the derivation function. `testKeybag` for the low cost for tests in a release
  ///   build.
  init(decoding record: KeybagRecord, hasEpoch: Bool) throws(KeybagError) {
    var reader = ByteReader(record.bytes)
    guard record.bytes.count == (hasEpoch ? Self.sizeWithEpoch : Self.size),
      let state: UInt8 = reader.number(),
      let function: UInt8 = reader.number(), let flags: UInt8 = reader.number(),
      let logarithm: UInt8 = reader.number(), let r: UInt32 = reader.number(),
      let p: UInt32 = reader.number(), let salt = reader.take(Self.saltSize),
      let lost: UInt64 = reader.number(), let lostWrite = Int64(exactly: lost),
      let firstEpoch: UInt32 = hasEpoch ? reader.number() : 0
    else { throw .damaged }
    guard function == 1 else { throw .newerVersion }
    switch state {
    case 1:
      guard flags <= 1 else { throw .newerVersion }
      let cost = try PasscodeCost(logarithm: logarithm, r: r, p: p, isForTests: flags == 1)
      self.init(
        Derivation(cost: cost, salt: salt), lostWrite: lostWrite, firstEpoch: firstEpoch)
    case 2: self.init(nil, lostWrite: lostWrite)
    default: throw .newerVersion
    }
  }
}
