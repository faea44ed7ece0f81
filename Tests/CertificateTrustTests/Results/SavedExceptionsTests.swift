// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import Foundation
import Testing

/// Tests that saved exceptions in Foundation's encoding are read, and that no list costs more than
/// its bytes (Specification/certificates.md, "Exceptions").
@Suite("Saved exceptions") struct SavedExceptionsTests {
  private static let digest = Data((1...20).map { UInt8($0) })

  private static func list(_ value: Any) throws -> [UInt8] {
    [UInt8](
      try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0))
  }

  private static var usual: [[String: Any]] {
    [["SHA1Digest": digest, "TemporalValidity": false], [:], ["SHA1Digest": digest, "x": true]]
  }

  /// Returns a binary property list of these objects, with `top` as its root.
  ///
  /// Offsets and references have two bytes.
  private static func handmade(_ objects: [[UInt8]], top: Int = 0) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
      bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 2]
    for number in [objects.count, top, table] {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    return bytes
  }

  @Test("what Foundation writes") func usual() throws {
    let entries = try #require(try SavedExceptions.entries(in: Self.list(Self.usual)))
    #expect(entries.map(\.checks) == [["TemporalValidity"], [], ["x"]])
    #expect(entries.map(\.digest) == [[UInt8](Self.digest), nil, [UInt8](Self.digest)])
    #expect(try SavedExceptions.entries(in: Self.list([Any]())) == [])
    let many = Dictionary(uniqueKeysWithValues: (0..<40).map { ("Check\($0)", false) })
    #expect(try SavedExceptions.entries(in: Self.list([many]))?.first?.checks.count == 40)
  }

  @Test("a digest of another size or type, a name that is no short text: they accept nothing")
  func otherValues() throws {
    let odd: [[String: Any]] = [
      ["SHA1Digest": Data(count: 19)], ["SHA1Digest": "text"],
      [String(repeating: "x", count: 65): false], ["\u{fc}": false],
    ]
    let entries = try #require(try SavedExceptions.entries(in: Self.list(odd)))
    #expect(entries.allSatisfy { $0.checks.isEmpty && $0.digest == nil })
  }

  @Test("other shapes are none") func otherShapes() throws {
    let values: [Any] = [
      ["a": 1], "text", 1, [["a"]], [1], [[[String: Any]]()],
      Array(repeating: [String: Any](), count: 65),
      [Dictionary(uniqueKeysWithValues: (0..<129).map { ("\($0)", false) })],
    ]
    for value in values {
      #expect(try SavedExceptions.entries(in: Self.list(value)) == nil, "\(value)")
    }
    #expect(SavedExceptions.entries(in: Array("bplist00".utf8)) == nil)
    let long = try Self.list(Self.usual) + [UInt8](repeating: 0, count: 70_000)
    #expect(SavedExceptions.entries(in: long) == nil)
  }

  @Test("containers that share or hold themselves cost nothing") func bombs() {
    // Each array is twice in the array before it, down to the last object.
    let chain = (1...400).map { next -> [UInt8] in
      let number = [UInt8(next >> 8), UInt8(next & 255)]
      return [0xA2] + number + number
    }
    #expect(SavedExceptions.entries(in: Self.handmade(chain + [[0xA0]])) == nil)
    #expect(SavedExceptions.entries(in: Self.handmade([[0xA1, 0, 0]])) == nil)
    // One empty dictionary, listed as often as the limit of certificates allows.
    let head: [UInt8] = [0xAF, 0x10, 64]
    let second: [UInt8] = [0, 1]
    let same = [head + Array(repeating: second, count: 64).joined(), [0xD0]]
    #expect(SavedExceptions.entries(in: Self.handmade(same))?.count == 64)
  }

  @Test("every cut and every changed byte ends in an answer") func damaged() throws {
    let whole = try Self.list(Self.usual)
    for count in 0..<whole.count { _ = SavedExceptions.entries(in: Array(whole.prefix(count))) }
    for place in whole.indices {
      for value in [0, 1, 0x0F, 0x7F, 0x80, 0xFF] as [UInt8] {
        var bytes = whole
        bytes[place] = value
        _ = SavedExceptions.entries(in: bytes)
      }
    }
  }
}
