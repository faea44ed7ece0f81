// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import SecureMemory
import Testing

/// Tests of a crash at every act that writes, with and without the names that were not yet durable.
@Suite("Keybag files and crashes")
struct KeybagCrashTests {
  private let randomness = SystemRandomness()

  @Test("a crash while making leaves nothing, or something that making or opening goes on from")
  func creating() throws {
    let probe = MemoryFileSystem()
    _ = try KeybagFiles(directory: "/s", files: probe).create(randomness: randomness)
    #expect(probe.acts >= 12)
    for at in 0..<probe.acts {
      for losing in [false, true] {
        let memory = MemoryFileSystem()
        let files = KeybagFiles(directory: "/s", files: memory)
        memory.arm(.crash(at: at))
        #expect(throws: KeybagError.self) { try files.create(randomness: randomness) }
        memory.reboot(losing: losing)
        let place: Comment = "crash at \(at), losing \(losing)"
        do throws(KeybagError) {
          let opened = try files.open(randomness: randomness)
          #expect(opened.image.state == .creating, place)
        } catch .absent {
          #expect(memory["/s/device.key"] == nil, place)
          _ = try files.create(randomness: randomness)
        } catch .missing(.keybag) {
          let key = memory["/s/device.key"]
          _ = try files.create(randomness: randomness)
          #expect(memory["/s/device.key"] == key, place)
        }
        let opened = try files.save(files.open(randomness: randomness).with(state: .complete))
        #expect(try files.open(randomness: randomness).image == opened.image, place)
        #expect(try files.open(randomness: randomness).condition == .inStep, place)
      }
    }
  }

  @Test("a crash while saving leaves the old keybag or the new one")
  func saving() throws {
    for at in 0..<20 {
      for losing in [false, true] {
        let memory = MemoryFileSystem()
        let files = KeybagFiles(directory: "/s", files: memory)
        let old = try files.create(randomness: randomness)
        memory.arm(.crash(at: at))
        let saved = try? files.save(old.with(state: .complete))
        memory.reboot(losing: losing)
        let found = try files.open(randomness: randomness)
        let place: Comment = "crash at \(at), losing \(losing)"
        if let saved {
          #expect(found.image == saved.image, place)
        } else {
          var new = old.image
          new.state = .complete
          new.sequence += 1
          #expect(found.image == old.image || found.image == new, place)
        }
        _ = try files.save(found)
        #expect(try files.open(randomness: randomness).condition == .inStep, place)
      }
    }
  }
}
