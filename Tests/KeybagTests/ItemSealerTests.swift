// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainTypes
import SecureMemory
import Testing

@Suite("ItemSealer")
struct ItemSealerTests {
  private let keybag: UnlockedKeybag
  private var sealer: ItemSealer { keybag.sealer }

  init() throws {
    let randomness = SystemRandomness()
    keybag = try UnlockedKeybag.generate(
      deviceKey: .generate(from: randomness), randomness: randomness)
  }

  private func binding(_ protection: Protection = .whenUnlocked) -> RowBinding {
    RowBinding(
      identifier: Identifier16(high: 1, low: 2),
      persistentReference: Identifier16(high: 3, low: 4), revision: Instant(microseconds: 5),
      itemClass: .genericPassword, protection: protection,
      groupDigest: Identifier16(high: 6, low: 7), slotDigest: Identifier16(high: 8, low: 9),
      isSynchronizable: false, isTombstone: false, form: 1, keyEpoch: sealer.epoch,
      writeNumber: 10)
  }

  private func secret(_ count: Int) -> SecretBytes {
    var bytes = [UInt8](repeating: 0x5A, count: count)
    for index in stride(from: 0, to: count, by: 1 + count / 64) {
      bytes[index] = UInt8(truncatingIfNeeded: index)
    }
    return SecretBytes(copying: bytes)
  }

  @Test("opens what it sealed", arguments: Protection.allCases)
  func roundTrip(protection: Protection) throws {
    let binding = binding(protection)
    guard protection != .whenPasscodeSetThisDeviceOnly else {
      #expect(keybag.availability(of: protection) == .noPasscode)
      #expect(throws: SealError.unavailable(protection, .noPasscode)) {
        try sealer.sealSecret(secret(1), binding: binding)
      }
      #expect(throws: SealError.unavailable(protection, .noPasscode)) {
        try sealer.sealMetadata([UInt8(1)].span, binding: binding)
      }
      return
    }
    #expect(keybag.availability(of: protection) == .available)
    for count in [0, 1, 11, 12, 13, 16, 251, 252, 253, 4096, 1_000_000] {
      let sealed = try sealer.sealSecret(secret(count), binding: binding)
      #expect(try sealer.openSecret(sealed.span, binding: binding) == secret(count))
    }
    let list: [UInt8] = [1, 2, 3]
    let sealed = try sealer.sealMetadata(list.span, binding: binding)
    #expect(
      try sealer.openMetadata(sealed.span, binding: binding) == SecretBytes(copying: list))
  }

  @Test("two seals of one secret share nothing but the scheme")
  func fresh() throws {
    let one = try sealer.sealSecret(secret(64), binding: binding())
    let other = try sealer.sealSecret(secret(64), binding: binding())
    #expect(one[0] == other[0])
    let equal = (1..<one.count).filter { one[$0] == other[$0] }
    #expect(equal.count < 20, "of \(one.count) random bytes about one in 256 is equal")
  }

  @Test(
    "the sealed length shows a bucket only",
    arguments: [
      (0...12, 16), (13...28, 32), (237...252, 256), (253...284, 288), (477...508, 512),
      (509...572, 576), (60_000...60_001, 61_440), (1_000_000...1_000_001, 1_048_576),
    ])
  func buckets(lengths: ClosedRange<Int>, bucket: Int) throws {
    for count in [lengths.lowerBound, lengths.upperBound] {
      let sealed = try sealer.sealSecret(secret(count), binding: binding())
      #expect(sealed.count == 1 + 72 + 40 + bucket, "\(count) bytes")
      let list = [UInt8](repeating: 0, count: count)
      let metadata = try sealer.sealMetadata(list.span, binding: binding())
      #expect(metadata.count == 1 + 40 + bucket, "\(count) bytes")
    }
  }

  @Test("padding adds at most 15 bytes to small and an eighth to large secrets")
  func overhead() throws {
    for count in stride(from: 0, through: 20_000, by: 37) {
      let sealed = try sealer.sealSecret(secret(count), binding: binding())
      let added = sealed.count - 1 - 72 - 40 - 4 - count
      #expect(added >= 0 && added <= max(15, (count + 4) / 8), "\(count) bytes")
    }
  }

  @Test("every changed byte of a sealed secret is refused")
  func everyByte() throws {
    let sealed = try sealer.sealSecret(secret(20), binding: binding())
    for index in sealed.indices.dropFirst() {
      var changed = sealed
      changed[index] ^= 0x40
      #expect(throws: SealError.notAuthentic) {
        try sealer.openSecret(changed.span, binding: binding())
      }
    }
  }

  @Test("another keybag opens nothing")
  func otherKeybag() throws {
    let randomness = SystemRandomness()
    let other = try UnlockedKeybag.generate(
      deviceKey: .generate(from: randomness), randomness: randomness)
    let sealed = try sealer.sealSecret(secret(20), binding: binding())
    #expect(throws: SealError.notAuthentic) {
      try other.sealer.openSecret(sealed.span, binding: binding())
    }
    let bytes: [UInt8] = [1]
    let one = try keybag.digests.slotDigest(of: bytes.span, itemClass: .key)
    #expect(try one != other.digests.slotDigest(of: bytes.span, itemClass: .key))
    #expect(try keybag.history.start() != other.history.start())
  }

  @Test("without randomness nothing is sealed")
  func noRandomness() throws {
    struct Dry: RandomnessSource {
      func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomnessError) { throw .timedOut }
    }
    let key = try Key<KeyRole.Device>.generate(from: SystemRandomness())
    let dry = try LockedKeybag(
      decoding: UnlockedKeybag.generate(deviceKey: key, randomness: SystemRandomness()).encode()
    ).unlock(with: key, randomness: Dry())
    #expect(throws: SealError.failed(.randomness)) {
      try dry.sealer.sealSecret(secret(1), binding: binding())
    }
    #expect(throws: KeybagError.unavailable(.randomness)) {
      try UnlockedKeybag.generate(deviceKey: key, randomness: Dry())
    }
  }
}
