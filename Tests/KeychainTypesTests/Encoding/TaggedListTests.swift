// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import Testing

// Specification/sync.md, "Seams", S8.
@Suite("Tagged lists")
struct TaggedListTests {
  static let vectors = Vector.all("canonical/tagged-lists.txt")

  static func text(_ entries: [TaggedList.Entry]) -> String {
    entries.map { entry in
      let tag = [UInt8(entry.tag >> 8), UInt8(entry.tag & 255)]
      return hexadecimal(tag) + "=" + hexadecimal(entry.bytes)
    }.joined(separator: " ")
  }

  static func outcome(_ bytes: [UInt8]) -> Result<TaggedList, TaggedList.Failure> {
    do throws(TaggedList.Failure) {
      return .success(try TaggedList(decoding: bytes.span))
    } catch {
      return .failure(error)
    }
  }

  @Test("the vectors are there")
  func present() { #expect(Self.vectors.count == 16) }

  @Test("vectors", arguments: vectors)
  func vector(_ vector: Vector) throws {
    let bytes = try vector.bytes("bytes")
    switch Self.outcome(bytes) {
    case .success(let list):
      #expect(vector.expect == "success")
      #expect(Self.text(list.entries) == vector["entries"])
      #expect(list.encode() == bytes)
    case .failure(let failure):
      #expect("\(failure)" == vector.expect)
    }
  }

  @Test("entries are put in order, and of two with one tag the later stays")
  func order() {
    let list = TaggedList([
      TaggedList.Entry(tag: 3, bytes: [3]), TaggedList.Entry(tag: 1, bytes: [1]),
      TaggedList.Entry(tag: 3, bytes: [4]),
    ])
    #expect(list.entries.map(\.tag) == [1, 3])
    #expect(list[3] == [4] && list[1] == [1] && list[2] == nil)
  }
}
