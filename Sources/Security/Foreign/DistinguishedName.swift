// SPDX-License-Identifier: Apache-2.0

/// Names of issuers and subjects in DER: a sequence of sets of pairs of type and value.
enum DistinguishedName {
  private static let sequence: UInt8 = 0x30
  private static let set: UInt8 = 0x31
  private static let objectIdentifier: UInt8 = 0x06
  private static let printableString: UInt8 = 0x13

  /// Whether the bytes are a name and nothing else.
  static func isOne(_ bytes: [UInt8]) -> Bool { normalized(bytes) != nil }

  /// The form in which names are stored and compared, without the header of the whole
  /// (spec/certificates.md 2.6); nil for bytes that are no name.
  static func normalized(_ bytes: [UInt8]) -> [UInt8]? {
    guard let name = element(of: bytes[...], sequence), name.rest.isEmpty else { return nil }
    var result: [UInt8] = []
    var sets = name.content
    while !sets.isEmpty {
      guard let next = element(of: sets, set), !next.content.isEmpty,
        let pairs = normalizedPairs(next.content)
      else { return nil }
      result += encoded(set, pairs)
      sets = next.rest
    }
    return result
  }

  private static func normalizedPairs(_ content: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var pairs = content
    while !pairs.isEmpty {
      guard let pair = element(of: pairs, sequence),
        let type = element(of: pair.content, objectIdentifier), !type.content.isEmpty,
        let tag = type.rest.first, let value = element(of: type.rest, tag), value.rest.isEmpty
      else { return nil }
      let text = tag == printableString ? folded(value.content) : Array(value.content)
      result += encoded(
        sequence, encoded(objectIdentifier, Array(type.content)) + encoded(tag, text))
      pairs = pair.rest
    }
    return result
  }

  /// Capital letters, single blanks inside, none at the ends.
  private static func folded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let words = text.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return words.joined(separator: [UInt8(ascii: " ")]).map { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte
    }
  }

  /// An element with the shortest length that DER allows.
  private static func encoded(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
    let bytes = (0..<4).reversed().map { UInt8(truncatingIfNeeded: content.count >> ($0 * 8)) }
    let length = bytes.drop { $0 == 0 }
    return [tag, 0x80 | UInt8(length.count)] + length + content
  }

  /// The first element: its content and what follows it; nil for another tag or a wrong length.
  private static func element(of bytes: ArraySlice<UInt8>, _ tag: UInt8)
    -> (content: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)?
  {
    guard bytes.count >= 2, bytes[bytes.startIndex] == tag else { return nil }
    var place = bytes.startIndex + 1
    var length = Int(bytes[place])
    place += 1
    if length >= 0x80 {
      let count = length & 0x7F
      guard (1...4).contains(count), bytes.endIndex - place >= count else { return nil }
      length = bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
      place += count
    }
    guard length <= bytes.endIndex - place else { return nil }
    return (bytes[place..<place + length], bytes[(place + length)...])
  }
}
