// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainTypes
import SecureMemory
import TestVectors
import Testing

/// Tests of keybags with a passcode, against vectors of another implementation in
/// Tests/Vectors/keybag.
@Suite("Keybag formats 2 and 3") struct PasscodeVectorTests {
  private static let second = Vector.all("keybag/keybag-v2.txt")
  private static let third = Vector.all("keybag/keybag-v3.txt")
  static let read = (second + third).filter { $0.fields["act"] == nil && isReadable($0) }
  static let refused = (second + third).filter { $0.fields["act"] == nil && !isReadable($0) }
  /// The vectors of writing, which have format 3.
  static let written = third.filter { $0.fields["act"] != nil }

  private let randomness = SystemRandomness()

  @Test("there are as many cases as were written")
  func complete() {
    let read = PasscodeCost.opensTestKeybags ? 9 : 8
    #expect([Self.read.count, Self.refused.count] == [read, 40 - read])
    #expect(Self.written.count == 7)
  }

  @Test("what another implementation wrote opens, and says what it wrote", arguments: read)
  func reading(_ vector: Vector) throws {
    let store = try VectorKeybag(vector)
    let locked = try store.files.open(randomness: randomness)
    #expect(Int(locked.image.state.rawValue) == (try vector.number("state")))
    #expect(Int(locked.image.epoch) == (try vector.number("epoch")))
    #expect(Int(locked.image.lockGeneration) == (try vector.number("lock-generation")))
    #expect(Int(locked.image.sequence) == (try vector.number("sequence")))
    #expect(locked.image.records.count == (try vector.number("records")))
    let first = vector.fields["first-epoch"].flatMap { UInt32($0) }
    #expect(locked.image.version == (first == nil ? 2 : 3))
    #expect(locked.passcode?.firstEpoch == first ?? 0)
    #expect(locked.passcode?.lostWrite == Int64(try vector.number("lost-write")))
    #expect(locked.hasPasscode == (vector.fields["passcode"] != nil))
    #expect(locked.lockState == (locked.hasPasscode ? .beforeFirstUnlock : .unlocked))
    let opened = try opened(store, vector)
    for keybag in [locked, opened] { #expect(try keybag.encode() == vector.bytes("keybag")) }
    // The epoch's keys are from before the passcode if it is older than the first epoch made with
    // one.
    let isOpen = locked.hasPasscode && (first ?? 0 == 0 || first ?? 0 > locked.image.epoch)
    #expect(locked.hasKeysFromBeforePasscode(of: .only(locked.image.epoch)) == isOpen)
    try compareRows(opened, vector, Protection.allCases)
    try compareHeld(store, vector)
  }

  private func opened(_ store: VectorKeybag, _ vector: Vector) throws -> UnlockedKeybag {
    guard vector.fields["passcode"] != nil else {
      return try store.files.open(randomness: randomness)
    }
    let keybag = try store.files.open(
      with: VectorKeybag.passcode(vector), randomness: randomness)
    #expect(Int(keybag.passcode?.derivation?.cost.logarithm ?? 0) == (try vector.number("cost")))
    return keybag
  }

  /// Opens a secret of each protection, which shows that the keys are right.
  private func compareRows(
    _ keybag: UnlockedKeybag, _ vector: Vector, _ available: [Protection]
  ) throws {
    for protection in Protection.allCases {
      guard vector.fields["row-\(protection.rawValue)"] != nil else {
        #expect(protection == .whenPasscodeSetThisDeviceOnly && !keybag.hasPasscode)
        continue
      }
      let row = try vector.bytes("row-\(protection.rawValue)")
      let binding = keybag.testBinding(protection)
      guard available.contains(protection) else {
        #expect(throws: SealError.unavailable(protection, .locked)) {
          try keybag.sealer.openSecret(row.span, binding: binding)
        }
        continue
      }
      let secret = try keybag.sealer.openSecret(row.span, binding: binding)
      #expect(secret == SecretBytes(copying: Array("secret of \(protection.rawValue)".utf8)))
    }
  }

  /// Gives the holder the keys that the other implementation says are held, one after the other.
  private func compareHeld(_ store: VectorKeybag, _ vector: Vector) throws {
    guard let unlock = vector.fields["held-unlock-name"],
      let first = vector.fields["held-first-name"]
    else { return }
    store.holder.hold(SecretBytes(copying: try vector.bytes("held-first")), as: first, for: nil)
    let locked = try store.files.open(randomness: randomness)
    #expect(locked.lockState == .locked)
    try compareRows(
      locked, vector,
      [
        .always, .alwaysThisDeviceOnly, .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly,
      ])
    store.holder.hold(SecretBytes(copying: try vector.bytes("held-unlock")), as: unlock, for: 60)
    let unlocked = try store.files.open(randomness: randomness)
    #expect(unlocked.lockState == .unlocked)
    try compareRows(unlocked, vector, Protection.allCases)
  }

  @Test("a secret under an application password")
  func applicationPassword() throws {
    let vector = try #require(Self.read.first)
    let keybag = try opened(VectorKeybag(vector), vector)
    let row = try vector.bytes("row-password")
    let binding = keybag.testBinding(.whenUnlocked)
    func open(_ words: [UInt8]) throws -> SecretBytes {
      try keybag.sealer.open(
        keybag.sealer.openLocked(row.span, binding: binding), with: SecretBytes(copying: words))
    }
    let secret = try open(vector.bytes("row-password-words"))
    #expect(secret == SecretBytes(copying: Array("secret under a password".utf8)))
    #expect(throws: SealError.wrongPassword) { try open([1]) }
  }

  @Test("refusals", arguments: refused)
  func refusals(_ vector: Vector) throws {
    let store = try VectorKeybag(vector)
    do {
      _ = try opened(store, vector)
      Issue.record("was opened")
    } catch {
      #expect("\(error)" == Self.expectation(vector))
    }
  }

  /// Returns the expected error.
  ///
  /// A release build refuses keybags with a cost for tests at once.
  private static func expectation(_ vector: Vector) -> String {
    switch vector.expect {
    case "testCost": "testKeybag"
    case "testDamaged": PasscodeCost.opensTestKeybags ? "damaged" : "testKeybag"
    default: vector.expect
    }
  }

  private static func isReadable(_ vector: Vector) -> Bool {
    vector.expect == "success" || vector.expect == "testCost" && PasscodeCost.opensTestKeybags
  }
}
