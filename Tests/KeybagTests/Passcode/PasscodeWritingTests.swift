// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainTypes
import SecureMemory
import TestVectors
import Testing

/// Tests that a change of the passcode writes the bytes of another implementation, with equal
/// random bytes.
@Suite("Keybag format 3, writing") struct PasscodeWritingTests {
  private static func change(
    _ vector: Vector, _ randomness: any RandomnessSource
  ) throws -> KeybagFiles.PasscodeChange {
    KeybagFiles.PasscodeChange(
      cost: PasscodeCost(UInt8(vector.fields["cost"] == nil ? 15 : try vector.number("cost"))),
      lastWrite: vector.fields["last-write"] == nil ? 1 : Int64(try vector.number("last-write")),
      limit: UnlockLimit(seconds: 100), randomness: randomness)
  }

  private static func run(
    _ vector: Vector, _ files: KeybagFiles, _ randomness: ScriptedRandomness
  ) throws {
    func proved() throws -> UnlockedKeybag {
      try files.open(with: VectorKeybag.passcode(vector), randomness: randomness)
    }
    let change = try change(vector, randomness)
    switch vector.fields["act"] {
    case "set":
      _ = try files.setPasscode(VectorKeybag.passcode(vector, "new-passcode"), change)
    case "change":
      _ = try files.changePasscode(
        of: proved(), to: VectorKeybag.passcode(vector, "new-passcode"), change)
    case "remove": _ = try files.removePasscode(of: proved(), change)
    default: _ = try files.save(proved().withNextEpoch(randomness: randomness))
    }
  }

  @Test("both files, the counts, and what is held", arguments: PasscodeVectorTests.written)
  func writing(_ vector: Vector) throws {
    let store = try VectorKeybag(vector, "before")
    let randomness = ScriptedRandomness(try vector.bytes("random"))
    try Self.run(vector, store.files, randomness)
    #expect(randomness.isUsedUp)
    let after = try vector.bytes("after")
    #expect(store.memory["/s/keybag"]?.bytes == after)
    #expect(store.memory["/s/keybag.copy"]?.bytes == after)
    #expect(store.memory["/s/device.key"]?.bytes == (try vector.bytes("device-key")))
    let written = try store.files.open(randomness: SystemRandomness())
    #expect(written.passcode?.firstEpoch == UInt32(try vector.number("first-epoch")))
    let attempts = vector.fields["attempts"] == nil ? nil : try vector.bytes("attempts")
    #expect(store.memory["/s/attempts"]?.bytes == attempts)
    for name in ["held-unlock", "held-first"] where vector.fields[name] != nil {
      let key = try #require(vector.fields[name + "-name"])
      #expect(try store.holder.held(key) == SecretBytes(copying: vector.bytes(name)))
    }
  }
}
