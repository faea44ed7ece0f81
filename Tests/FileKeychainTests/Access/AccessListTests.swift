// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import Testing

/// Access lists as bytes (Specification/keychain-file-format.md, "ACL serialisation").
@Suite("access lists as bytes") struct AccessListTests {
  private static func prompt(_ text: String, _ flags: UInt16 = 0) -> AccessSubject {
    .prompt(AccessSubject.PromptSubject(Array(text.utf8), flags: flags))
  }

  private static func program(_ path: String, _ blobs: [[UInt8]] = []) -> AccessSubject {
    .program(
      TrustedProgram(
        path: Array(path.utf8), legacyHash: Array(0..<20),
        blobs: blobs.map { TrustedProgram.Blob(magic: 0xFADE_0C00, content: $0) }))
  }

  static let lists: [(name: String, AccessList)] =
    [
      ("anyone", .anyone),
      ("no entries", AccessList(owner: .any, [])),
      ("no operations", AccessList(owner: .any, [AccessList.Entry(.any, [])])),
      (
        "a threshold without subjects",
        AccessList(owner: .threshold(needed: 3, []), [AccessList.Entry(.any, nil)])
      ),
      (
        "deep", AccessList(owner: nested(7, .any), [AccessList.Entry(nested(7, prompt("x")), nil)])
      ),
      (
        "a process",
        AccessList(
          owner: .process(
            AccessSubject.ProcessSubject(mask: 0xFFFF, user: .max, group: 0, version: 0x0102)), [])
      ),
      (
        "tags",
        AccessList(
          owner: .any,
          [
            AccessList.Entry(.any, [.any]),
            AccessList.Entry(.partition([]), [.integrity], tag: AccessList.integrityTag),
            AccessList.Entry(
              .partition([1, 2, 3]), [.partitionList], tag: AccessList.partitionTag),
          ])
      ),
    ]
    + (0..<5).map { length in
      let text = String(repeating: "a", count: length)
      return (
        "texts of \(length) bytes",
        AccessList(
          owner: .threshold(needed: 1, [program(text), prompt(text)]),
          [
            AccessList.Entry(
              .threshold(
                needed: 1, [program(text, [[], [1], [1, 2, 3, 4]]), prompt(text, 0x70)]),
              [.decrypt, Authorization(rawValue: 0xFFFF_FFFF)], tag: Array(text.utf8)),
            AccessList.Entry(
              .partition([UInt8](repeating: 9, count: length)), nil, tag: Array("z".utf8)),
          ])
      )
    }

  private static func nested(_ depth: Int, _ subject: AccessSubject) -> AccessSubject {
    depth == 0 ? subject : .threshold(needed: 1, [nested(depth - 1, subject)])
  }

  @Test("a list is read as it was written", arguments: lists.indices)
  func roundTrip(_ place: Int) throws {
    let (_, list) = Self.lists[place]
    let bytes = list.encode()
    #expect(try AccessList(decoding: bytes) == list)
    // Bytes after the last entry have no meaning, and are kept.
    let longer = bytes + [0xDE, 0xAD]
    let read = try AccessList(decoding: longer)
    #expect(read.encode() == longer && read.entries == list.entries)
    for length in bytes.indices {
      #expect(throws: BlobFailure.malformed, "length \(length)") {
        try AccessList(decoding: Array(bytes[..<length]))
      }
    }
  }

  @Test("the list of a keychain has the 28 bytes of the page")
  func anyone() throws {
    #expect(
      HexText.lowerCase(AccessList.anyone.encode())
        == "00000000000000010000000100000000000000010000000001000000")
  }

  @Test("entries are grouped by their tags, and keep their order otherwise")
  func order() throws {
    let tags = ["b", "", "a", "", "b", "___INTEGRITY___"]
    let entries = tags.enumerated().map { place, tag in
      AccessList.Entry(
        .any, [Authorization(rawValue: UInt32(place))], tag: Array(tag.utf8))
    }
    let read = try AccessList(decoding: AccessList(owner: .any, entries).encode())
    #expect(read.entries.map { $0.authorizations?.first?.rawValue } == [1, 3, 5, 2, 0, 4])
  }

  static let flags: [(String, UInt16)] = [
    ("01010000", 0), ("01010001", 1), ("01010100", 1), ("01010070", 0x70), ("01017000", 0x70),
    ("010100f0", 0xF0),
  ]

  @Test("the flags of a question stand in either byte order", arguments: flags.indices)
  func flagOrder(_ place: Int) throws {
    let (digits, flags) = Self.flags[place]
    let text = "00000000" + "01010000" + digits + "61000000" + "00000000"
    let list = try AccessList(decoding: HexText.wholeBytes(text) ?? [])
    #expect(list.owner == Self.prompt("a", flags))
  }

  @Test("a question of version 0 has no flags, and is written without")
  func oldPrompt() throws {
    let bytes = HexText.wholeBytes("00000000" + "00010000" + "61000000" + "00000000") ?? []
    let list = try AccessList(decoding: bytes)
    #expect(list.encode() == bytes)
    guard case .prompt(let prompt) = list.owner else {
      Issue.record("the owner is no question")
      return
    }
    #expect(prompt.description == Array("a".utf8) && !prompt.hasFlags)
  }

  @Test(
    "the flag for all operations is true in either byte order",
    arguments: [
      "01000000", "00000001", "ffffffff",
    ])
  func anyFlag(_ flag: String) throws {
    let text = "00000000" + "00000001" + "00000001" + "00000000" + "00000001" + "00000000" + flag
    let list = try AccessList(decoding: HexText.wholeBytes(text) ?? [])
    #expect(list == .anyone)
    #expect(list.entries[0].authorizes(.decrypt))
  }

  static let hostile: [(name: String, digits: String)] = [
    ("nothing", ""),
    ("an unknown subject", "00000000" + "00000002" + "00000000"),
    ("an obsolete subject", "00000000" + "0000000c" + "00000000"),
    ("a password", "00000000" + "0000004f" + "00000000"),
    ("four billion entries", "00000000" + "00000001" + "ffffffff" + "00000000"),
    ("four billion subjects", "00000000" + "0000007b" + "ffffffff" + "00000001" + "00000001"),
    (
      "four billion operations",
      "00000000" + "00000001" + "00000001" + "00000000" + "00000001" + "00000000" + "00000000"
        + "ffffffff"
    ),
    ("a description without end", "00000000" + "01010000" + "01010000" + "61616161"),
    ("four billion bytes of partitions", "00000000" + "0001000c" + "ffffffff" + "00000000"),
    ("another kind of signature", "00000000" + "00000074" + "00000002" + "00000014"),
    (
      "a hash of 19 bytes",
      "00000000" + "00000074" + "00000001" + "00000013" + String(repeating: "00", count: 20)
        + "00000004" + "61000000" + "00000000"
    ),
    (
      "a blob shorter than its head",
      "00000000" + "00000074" + "00000001" + "00000014" + String(repeating: "00", count: 20)
        + "0000000c" + "61000000" + "fade0c00" + "00000007" + "00000000"
    ),
    (
      "nine levels",
      "00000000" + String(repeating: "0000007b0000000100000001", count: 8)
        + "00000001" + "00000000"
    ),
    (
      "a thousand levels",
      "00000000" + String(repeating: "0000007b0000000100000001", count: 1000)
        + "00000001" + "00000000"
    ),
  ]

  @Test("hostile lists are refused", arguments: hostile.indices)
  func refused(_ place: Int) {
    let (name, digits) = Self.hostile[place]
    #expect(throws: BlobFailure.malformed, "\(name)") {
      try AccessList(decoding: HexText.wholeBytes(digits) ?? [])
    }
  }

  @Test("partitions and digest are entries of their own")
  func marks() throws {
    var list = AccessList.standard([0x61], trusting: nil)
    #expect(list.partitions == nil && list.integrity == nil && !list.hasPartitions)
    list.integrity = [1, 2]
    list.partitions = PartitionList(["a:", "b:"])
    list.partitions = PartitionList(["c:"])
    #expect(list.entries.count == 4 && list.hasPartitions)
    let read = try AccessList(decoding: list.encode())
    #expect(read.partitions == PartitionList(["c:"]) && read.integrity == [1, 2])
    list.partitions = nil
    #expect(list.entries.count == 3)
  }
}
