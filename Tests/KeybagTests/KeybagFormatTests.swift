// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainTypes
import SecureMemory
import TestVectors
import Testing

/// Tests of the bytes of a keybag, against vectors of another implementation in
/// Tests/Vectors/keybag.
@Suite("Keybag format 1")
struct KeybagFormatTests {
  private let randomness = SystemRandomness()

  private func open(_ bytes: [UInt8], _ device: [UInt8]) throws -> UnlockedKeybag {
    let key = try #require(Key<KeyRole.Device>(bytes: SecretBytes(copying: device)))
    return try LockedKeybag(decoding: bytes).unlock(with: key, randomness: randomness)
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  @Test("there are as many cases as were written")
  func complete() { #expect(Vector.all("keybag/keybag-v1.txt").count == 29) }

  @Test("vectors", arguments: Vector.all("keybag/keybag-v1.txt"))
  func vectors(_ vector: Vector) throws {
    let bytes = try vector.bytes("keybag")
    let device = try vector.bytes("device-key")
    guard vector.expect == "success" else {
      do {
        _ = try open(bytes, device)
        Issue.record("was opened")
      } catch {
        #expect("\(error)" == vector.expect)
      }
      return
    }
    let keybag = try open(bytes, device)
    #expect(Int(keybag.image.state.rawValue) == (try vector.number("state")))
    #expect(Int(keybag.image.epoch) == (try vector.number("epoch")))
    #expect(Int(keybag.image.lockGeneration) == (try vector.number("lock-generation")))
    #expect(Int(keybag.image.sequence) == (try vector.number("sequence")))
    #expect(hexadecimal(keybag.image.store.bytes) == vector.fields["store"])
    #expect(hexadecimal(keybag.image.incarnation.bytes) == vector.fields["incarnation"])
    #expect(keybag.image.records.count == (try vector.number("records")))
    // Reading and writing keeps everything, unknown records included.
    #expect(try keybag.encode() == bytes)
  }

  @Test("every bit matters, and none makes it trap")
  func everyBit() throws {
    let vector = try #require(Vector.all("keybag/keybag-v1.txt").first)
    let bytes = try vector.bytes("keybag")
    let device = try vector.bytes("device-key")
    for bit in stride(from: 0, to: bytes.count * 8, by: 3) {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      do {
        _ = try open(changed, device)
        Issue.record("bit \(bit) made no difference")
      } catch let error as KeybagError {
        #expect([.damaged, .newerVersion, .forged].contains(error), "bit \(bit)")
      }
    }
  }

  @Test("every length but the right one is refused as damage")
  func everyLength() throws {
    let vector = try #require(Vector.all("keybag/keybag-v1.txt").first)
    let bytes = try vector.bytes("keybag")
    for count in 0..<bytes.count {
      #expect(throws: KeybagError.damaged) {
        try LockedKeybag(decoding: Array(bytes[..<count]))
      }
    }
  }

  @Test("a changed keybag keeps records of a newer version")
  func unknownRecords() throws {
    let vector = Vector.all("keybag/keybag-v1.txt")[2]
    let device = try vector.bytes("device-key")
    let keybag = try open(vector.bytes("keybag"), device)
    let changed = try keybag.withNewIncarnation(randomness: randomness)
    let again = try open(changed.encode(), device)
    #expect(again.image.records == keybag.image.records)
    #expect(again.image.records.contains { $0.kind == 0x7777 && $0.bytes.isEmpty })
    #expect(again.image.records.contains { $0.kind == 16 && $0.bytes.count == 300 })
    #expect(again.image.incarnation != keybag.image.incarnation)
  }

  @Test("keys have no description, no mirror and no public bytes")
  func silent() throws {
    let key = try #require(
      Key<KeyRole.Device>(bytes: SecretBytes(copying: [UInt8](repeating: 65, count: 32))))
    var dumped = ""
    dump(key, to: &dumped)
    #expect("\(key)" == "Key<Device>")
    #expect(!dumped.contains("65") && !dumped.contains("AAAA"))
    #expect(Mirror(reflecting: key).children.isEmpty)
    #expect(Key<KeyRole.Device>(bytes: SecretBytes(copying: [1])) == nil)
  }
}
