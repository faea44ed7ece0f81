// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainTypes
import SecureMemory
import Testing

/// Tests of the class keys that a passcode takes away and gives back (Specification/secitem.md,
/// "Class table", Specification/design.md, "Keys and rows").
@Suite("Keys under a passcode")
struct PasscodeKeyTests {
  private static let always: Set<Protection> = [.always, .alwaysThisDeviceOnly]
  private static let first = always.union([
    .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly,
  ])
  private static let withoutPasscode = first.union([.whenUnlocked, .whenUnlockedThisDeviceOnly])
  private static let all = Set(Protection.allCases)

  private func available(_ keybag: UnlockedKeybag) -> Set<Protection> {
    Self.all.filter { keybag.availability(of: $0) == .available }
  }

  @Test("state by state")
  func states() throws {
    let store = try PasscodeStore()
    #expect(try available(store.open()) == Self.withoutPasscode)
    #expect(try store.open().availability(of: .whenPasscodeSetThisDeviceOnly) == .noPasscode)
    try store.set("1234")
    #expect(try available(store.open()) == Self.all)
    #expect(try store.open().lockState == .unlocked)
    let names = try #require(try store.open().heldNames)
    // A keybag kept in memory for fewer protections has only their keys.
    #expect(try store.open().keeping(Self.first).lockState == .locked)
    #expect(try store.open().keeping(Self.always).lockState == .beforeFirstUnlock)
    store.holder.drop(names.unlock)
    #expect(try available(store.open()) == Self.first)
    #expect(try store.open().lockState == .locked)
    #expect(try store.open().availability(of: .whenPasscodeSetThisDeviceOnly) == .locked)
    store.holder.drop(names.firstUnlock)
    #expect(try available(store.open()) == Self.always)
    #expect(try store.open().lockState == .beforeFirstUnlock)
    let opened = try store.attempt("1234")
    #expect(available(opened) == Self.all)
    #expect(try store.open().lockState == .beforeFirstUnlock)
    try opened.hold(
      in: store.holder, for: UnlockLimit(seconds: 60), randomness: store.randomness)
    #expect(try store.open().lockState == .unlocked)
    store.clock.advance(seconds: 60)
    #expect(try store.open().lockState == .locked)
    store.restart()
    #expect(try store.open().lockState == .beforeFirstUnlock)
  }

  @Test("only class keys are wrapped anew by another passcode; the old one opens nothing")
  func changing() throws {
    let store = try PasscodeStore()
    try store.set("1234")
    let before = try store.open()
    let binding = before.testBinding(.whenUnlocked)
    let row = try before.sealer.sealMetadata([1, 2, 3].span, binding: binding)
    let kept = before.image.records.filter { $0.kind == KeybagRecord.Kind.metadataKey }
    try store.change("1234", "abcd")
    let after = try store.open()
    #expect(after.lockState == .unlocked)
    #expect(after.image.records.filter { $0.kind == KeybagRecord.Kind.metadataKey } == kept)
    #expect(try after.sealer.openMetadata(row.span, binding: binding).count == 3)
    #expect(throws: KeybagError.wrongPasscode) { try store.attempt("1234") }
    #expect(try store.attempt("abcd").lockState == .unlocked)
    #expect(after.passcode?.derivation?.salt != before.passcode?.derivation?.salt)
    #expect(after.heldNames != before.heldNames)
    #expect(store.holder.held(try #require(before.heldNames).unlock) == nil)
  }

  @Test("removing it leaves all but the keys of akpu, which another passcode does not bring back")
  func removing() throws {
    let store = try PasscodeStore()
    try store.set("1234")
    let binding = try store.open().testBinding(.whenPasscodeSetThisDeviceOnly)
    let row = try store.open().sealer.sealMetadata([7].span, binding: binding)
    try store.remove("1234", lastWrite: 42)
    let without = try store.open()
    #expect(available(without) == Self.withoutPasscode)
    #expect(without.passcode?.lostWrite == 42)
    #expect(!without.hasPasscode)
    #expect(throws: SealError.unavailable(.whenPasscodeSetThisDeviceOnly, .noPasscode)) {
      try without.sealer.openMetadata(row.span, binding: binding)
    }
    #expect(throws: KeybagError.passcode(isSet: false)) { try store.attempt("1234") }
    try store.set("1234")
    #expect(try store.open().passcode?.lostWrite == 42)
    #expect(throws: SealError.notAuthentic) {
      try store.open().sealer.openMetadata(row.span, binding: binding)
    }
  }

  @Test("set twice, changed or removed without one: refused, and nothing is written")
  func order() throws {
    let store = try PasscodeStore()
    #expect(throws: KeybagError.passcode(isSet: false)) { try store.change("1", "2") }
    #expect(throws: KeybagError.passcode(isSet: false)) { try store.remove("1") }
    try store.set("1")
    let bytes = store.memory["/s/keybag"]
    #expect(throws: KeybagError.passcode(isSet: true)) { try store.set("2") }
    #expect(throws: KeybagError.wrongPasscode) { try store.change("2", "3") }
    #expect(throws: KeybagError.wrongPasscode) { try store.remove("3") }
    #expect(store.memory["/s/keybag"] == bytes)
    #expect(try store.attempts().prompt.count == 2)
  }

  @Test("keys of all generations are wrapped anew, and new generations need the passcode's key")
  func generations() throws {
    let store = try PasscodeStore()
    _ = try store.files.save(store.open().withNextEpoch(randomness: store.randomness))
    try store.set("1234")
    // Epoch 3 was made with the passcode, and never existed without it.
    #expect(try store.open().allEpochs == [1, 2, 3])
    let next = try store.open().withNextEpoch(randomness: store.randomness)
    _ = try store.files.save(next)
    store.restart()
    let locked = try store.open()
    #expect(available(locked) == Self.always)
    #expect(throws: KeybagError.locked) {
      try locked.withNextEpoch(randomness: store.randomness)
    }
    #expect(try available(store.attempt("1234")) == Self.all)
    // The device key stays: without the passcode no other key could wrap the class keys.
    let key = store.memory["/s/device.key"]
    _ = try store.files.saveRenewingDeviceKey(store.open(), randomness: store.randomness)
    #expect(store.memory["/s/device.key"] == key)
  }

  @Test("neither the passcode nor the device key alone opens a locked keybag")
  func both() throws {
    let store = try PasscodeStore()
    let other = try PasscodeStore()
    try store.set("1234")
    store.memory["/s/device.key"] = other.memory["/s/device.key"]
    #expect(throws: KeybagError.wrongDeviceKey) { try store.attempt("1234") }
  }

  @Test("what a holder gives back is not believed: garbage, another store's, another passcode's")
  func holders() throws {
    let store = try PasscodeStore()
    try store.set("1234")
    let names = try #require(try store.open().heldNames)
    let good = try #require(store.holder.held(names.unlock))
    let first = try #require(store.holder.held(names.firstUnlock))
    var bad = good.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    let short = Array(bad.dropLast())
    bad[40] ^= 1
    let others = [[], [1], bad, short].map { SecretBytes(copying: $0) }
    for bytes in others + [first] {
      store.holder.hold(bytes, as: names.unlock, for: nil)
      #expect(try store.open().lockState == .locked)
    }
    store.holder.hold(good, as: names.firstUnlock, for: nil)
    #expect(try store.open().lockState == .beforeFirstUnlock)
    store.holder.hold(good, as: names.unlock, for: nil)
    try store.change("1234", "5678")
    let after = try #require(try store.open().heldNames)
    store.holder.hold(good, as: after.unlock, for: nil)
    #expect(try store.open().lockState == .locked)
  }
}

extension UnlockedKeybag {
  /// Returns a binding for a row with this protection.
  func testBinding(_ protection: Protection) -> RowBinding {
    RowBinding(
      identifier: .zero, persistentReference: .zero, revision: .reference,
      itemClass: .genericPassword, protection: protection, groupDigest: .zero, slotDigest: .zero,
      isSynchronizable: false, isTombstone: false, form: 0, keyEpoch: image.epoch, writeNumber: 1)
  }
}
