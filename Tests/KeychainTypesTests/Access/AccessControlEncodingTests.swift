// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import Testing

@Suite("Access control: stored form")
struct AccessControlEncodingTests {
  static func list(_ entries: (UInt16, [UInt8])...) -> [UInt8] {
    TaggedList(entries.map { TaggedList.Entry(tag: $0.0, bytes: $0.1) }).encode()
  }

  @Test("every valid combination comes back equal, from the same bytes")
  func roundTrip() throws {
    for protection in ["ak", "akpu", "f"] {
      for letters in everyCombination {
        guard var value = try? AccessControl(protectionName: protection, flags: flags(letters))
        else { continue }
        for bound in [nil, false, true] as [Bool?] {
          value.explicitBound = bound
          let bytes = value.encode()
          let again = try AccessControl.decode(bytes)
          #expect(again == value, "\(protection) \(letters)")
          #expect(again.encode() == bytes)
        }
      }
    }
    for protection in Protection.allCases {
      let bare = AccessControl.bare(protection)
      #expect(try AccessControl.decode(bare.encode()) == bare)
    }
  }

  @Test("bytes")
  func bytes() throws {
    #expect(AccessControl.bare(.whenUnlocked).encode() == [1, 1, 0, 2, 0, 0, 0, 0x61, 0x6B])
    let value = try AccessControl(
      protectionName: "akpu", flags: [.biometryAny, .devicePasscode, .or, .applicationPassword])
    #expect(
      value.encode()
        == Self.list(
          (1, Array("akpu".utf8)), (3, [1]), (17, [1, 2, 4]), (18, [0]), (19, [0])))
  }

  static let refused: [(String, [UInt8])] = [
    ("nothing", []),
    ("version alone", [1]),
    ("another version", [2, 1, 0, 2, 0, 0, 0, 0x61, 0x6B]),
    ("a byte left over", [1, 1, 0, 2, 0, 0, 0, 0x61, 0x6B, 0]),
    ("no protection", list((17, [0]))),
    ("no text in the protection", list((1, [0xFF, 0xFE]))),
    ("unknown protection", list((1, Array("zz".utf8)))),
    ("empty protection", list((1, []))),
    ("bound neither 0 nor 1", list((1, Array("ak".utf8)), (2, [2]))),
    ("bound of no bytes", list((1, Array("ak".utf8)), (2, []))),
    ("password 0", list((1, Array("ak".utf8)), (3, [0]), (16, [0]))),
    ("password without entries", list((1, Array("ak".utf8)), (3, [1]))),
    ("empty rule", list((1, Array("ak".utf8)), (17, []))),
    ("rule with bytes after *allowed*", list((1, Array("ak".utf8)), (17, [0, 1]))),
    ("none of a factor", list((1, Array("ak".utf8)), (17, [0, 1]))),
    ("more than there are", list((1, Array("ak".utf8)), (17, [2, 1]))),
    ("one of nothing", list((1, Array("ak".utf8)), (17, [1]))),
    ("unknown factor", list((1, Array("ak".utf8)), (17, [1, 9]))),
    ("a factor twice", list((1, Array("ak".utf8)), (17, [1, 2, 2]))),
    ("factors in another order", list((1, Array("ak".utf8)), (17, [1, 4, 2]))),
    ("unknown operation", list((1, Array("ak".utf8)), (24, [0]))),
    ("unknown critical entry", list((1, Array("ak".utf8)), (0x8099, [0]))),
  ]

  @Test("strict", arguments: refused)
  func strict(_ row: (String, [UInt8])) {
    let error = #expect(throws: KeychainError.self) { try AccessControl.decode(row.1) }
    #expect(error?.code == .decode)
    #expect(AccessControl(decoding: row.1) == nil)
  }

  @Test("every cut is refused")
  func cuts() throws {
    let bytes = try AccessControl(protectionName: "ak", flags: flags("BKOS")).encode()
    for length in bytes.indices {
      let cut = try? AccessControl.decode(Array(bytes[..<length]))
      // A cut at the end of an entry gives a shorter list, which must not equal the whole.
      #expect(cut?.encode() != bytes)
      if let cut { #expect(cut.encode() == Array(bytes[..<length])) }
    }
  }

  @Test("entries of a newer version are kept")
  func unknown() throws {
    let bytes = Self.list((1, Array("ak".utf8)), (17, [1, 1]), (0x0099, [7, 7]), (0x4001, [8]))
    let value = try AccessControl.decode(bytes)
    #expect(value.encode() == bytes)
    #expect(value.isConstrained(.decrypt))
  }
}
