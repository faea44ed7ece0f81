// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// What a keybag says about the passcode: how its key is derived, and what was lost with an earlier
/// one (Documentation/Formats/keybag.md 3, kind 4).
///
/// Nothing in it tells whether a passcode is right; opening a class key does.
package struct PasscodeRecord: Hashable, Sendable {
  package static let saltSize = 32
  private static let size = 52
  /// Since version 3 of a keybag.
  private static let sizeWithEpoch = 56

  /// How the passcode's key is derived; nil where there is no passcode any more.
  package let derivation: Derivation?
  /// Rows of `akpu` with this write number or a lower one were sealed under a key that went with a
  /// passcode that was removed.
  package let lostWrite: Int64
  /// The first epoch whose class keys were never wrapped without a passcode; 0 where all that are
  /// there were, as in a keybag whose passcode an older version has set.
  package let firstEpoch: UInt32

  /// scrypt with its parameters (spec/access-control.md 4.1).
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

  /// - Parameter hasEpoch: whether the keybag is of the version that says the first epoch.
  /// - Throws: `damaged` for parameters beyond the limits too: a forged cost must not eat the
  ///   memory; `newerVersion` for another derivation; `testKeybag`.
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
