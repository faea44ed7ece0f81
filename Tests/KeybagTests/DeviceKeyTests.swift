// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import KeychainTypes
import SecureMemory
import Testing

/// Tests of a new device key and of new epochs: a crash at every act, and the rows that old keys
/// still open.
@Suite("Device key and epochs")
struct DeviceKeyTests {
  private let randomness = SystemRandomness()
  private static let names = ["/s/device.key", "/s/keybag", "/s/keybag.copy"]

  private func made(_ memory: MemoryFileSystem) throws -> (KeybagFiles, UnlockedKeybag) {
    let files = KeybagFiles(directory: "/s", files: memory)
    let created = try files.create(randomness: randomness)
    return (files, try files.save(created.with(state: .complete)))
  }

  @Test("a new device key opens the keybag with the same keys, and the old one does not")
  func renewing() throws {
    let memory = MemoryFileSystem()
    let (files, old) = try made(memory)
    let oldKey = memory["/s/device.key"]
    let saved = try files.saveRenewingDeviceKey(old, randomness: randomness)
    #expect(memory.names == Self.names)
    #expect(memory["/s/device.key"] != oldKey)
    #expect(saved.image.sequence == old.image.sequence + 1)
    let row = try seal(old)
    #expect(opens(row, try files.open(randomness: randomness)))
    memory["/s/device.key"] = oldKey
    #expect(throws: KeybagError.wrongDeviceKey) { try files.open(randomness: randomness) }
  }

  @Test("a crash at any act while the device key changes leaves a store that opens and is mended")
  func crashes() throws {
    let probe = MemoryFileSystem()
    let (files, keybag) = try made(probe)
    probe.arm(nil)
    _ = try files.saveRenewingDeviceKey(keybag, randomness: randomness)
    #expect(probe.acts >= 13)
    for at in 0..<probe.acts {
      for losing in [false, true] {
        let memory = MemoryFileSystem()
        let (files, old) = try made(memory)
        let row = try seal(old)
        memory.arm(.crash(at: at))
        #expect(throws: KeybagError.self) {
          try files.saveRenewingDeviceKey(
            old.withNextEpoch(randomness: randomness), randomness: randomness)
        }
        memory.reboot(losing: losing)
        let place: Comment = "crash at \(at), losing \(losing)"
        let found = try files.open(randomness: randomness)
        #expect(opens(row, found), place)
        #expect([1, 2].contains(found.image.epoch), place)
        // The next opening does this under the lock.
        _ = try files.mendCopy(of: found)
        try files.mendDeviceKey()
        let mended = try files.open(randomness: randomness)
        #expect(mended.image == found.image, place)
        #expect(mended.condition == .inStep && !mended.hasNextDeviceKey, place)
        #expect(memory.names.filter { !$0.hasSuffix(".new") } == Self.names, place)
        // Renewing the device key works again from the beginning.
        _ = try files.saveRenewingDeviceKey(mended, randomness: randomness)
        #expect(opens(row, try files.open(randomness: randomness)), place)
        #expect(memory.names == Self.names, place)
      }
    }
  }

  @Test("a crash while mending leaves what can be mended")
  func mending() throws {
    for at in 0..<8 {
      let memory = MemoryFileSystem()
      let (files, old) = try made(memory)
      let row = try seal(old)
      // The crash leaves a new keybag with the old copy and the old device key.
      memory.arm(.crash(at: 6))
      _ = try? files.saveRenewingDeviceKey(old, randomness: randomness)
      memory.reboot(losing: false)
      memory.arm(.crash(at: at))
      _ = try? files.mendCopy(of: old)
      try? files.mendDeviceKey()
      memory.reboot(losing: true)
      let found = try files.open(randomness: randomness)
      #expect(opens(row, found), "crash at \(at)")
      _ = try files.mendCopy(of: found)
      try files.mendDeviceKey()
      #expect(try files.open(randomness: randomness).condition == .inStep, "crash at \(at)")
    }
  }

  @Test("a next device key that is cut short or a stranger's is passed over and removed")
  func leftovers() throws {
    for bytes in [[], [UInt8](repeating: 7, count: 31), [UInt8](repeating: 7, count: 32)] {
      let memory = MemoryFileSystem()
      let (files, old) = try made(memory)
      memory["/s/device.key.next"] = MemoryFileSystem.File(bytes: bytes)
      let found = try files.open(randomness: randomness)
      #expect(found.image == old.image && found.hasNextDeviceKey)
      try files.mendDeviceKey()
      #expect(memory.names == Self.names)
    }
  }

  @Test("only the next device key left: it opens, and takes its name")
  func nextAlone() throws {
    let memory = MemoryFileSystem()
    let (files, old) = try made(memory)
    memory["/s/device.key.next"] = memory["/s/device.key"]
    memory["/s/device.key"] = nil
    #expect(try files.open(randomness: randomness).image == old.image)
    try files.mendDeviceKey()
    #expect(memory.names == Self.names)
  }

  @Test("keys of two epochs, of one again; records of a newer version stay byte for byte")
  func epochs() throws {
    let memory = MemoryFileSystem()
    let (files, old) = try made(memory)
    let row = try seal(old)
    let both = try old.withNextEpoch(randomness: randomness)
    #expect(both.allEpochs == [1, 2] && both.image.epoch == 2)
    let saved = try files.saveRenewingDeviceKey(both, randomness: randomness)
    let used = try #require(try saved.using(.first.begun))
    #expect(used.sealer.epoch == 2 && opens(row, used))
    #expect(used.keys(of: 1) != nil && used.keys(of: 2) != nil && used.keys(of: 3) == nil)
    #expect(try saved.using(KeyEpochs.first)?.sealer.epoch == 1)
    #expect(try saved.using(.only(3)) == nil)
    let one = try saved.keeping(epochs: [2])
    #expect(try one.using(.first.begun) == nil && one.allEpochs == [2])
    #expect(!opens(row, try #require(try one.using(.only(2)))))
  }

  private func seal(_ keybag: UnlockedKeybag) throws -> [UInt8] {
    try keybag.sealer.sealMetadata(Array("content".utf8).span, binding: Self.binding)
  }

  private func opens(_ row: [UInt8], _ keybag: UnlockedKeybag) -> Bool {
    (try? keybag.sealer.openMetadata(row.span, binding: Self.binding)) != nil
  }

  private static let binding = RowBinding(
    identifier: .zero, persistentReference: .zero, revision: .reference,
    itemClass: .genericPassword, protection: .whenUnlocked, groupDigest: .zero,
    slotDigest: .zero, isSynchronizable: false, isTombstone: false, form: 1, keyEpoch: 1,
    writeNumber: 1)
}
