// SPDX-License-Identifier: Apache-2.0

/// Tells whether bytes are a name in DER: a sequence of sets of pairs of type and value.
enum DistinguishedName {
  private static let sequence: UInt8 = 0x30
  private static let set: UInt8 = 0x31
  private static let objectIdentifier: UInt8 = 0x06

  /// Whether the bytes are a name and nothing else.
  static func isOne(_ bytes: [UInt8]) -> Bool {
    guard let name = element(of: bytes[...], sequence), name.rest.isEmpty else { return false }
    var sets = name.content
    while !sets.isEmpty {
      guard let next = element(of: sets, set), !next.content.isEmpty else { return false }
      var pairs = next.content
      while !pairs.isEmpty {
        guard let pair = element(of: pairs, sequence),
          let type = element(of: pair.content, objectIdentifier), !type.content.isEmpty,
          let tag = type.rest.first, element(of: type.rest, tag)?.rest.isEmpty == true
        else { return false }
        pairs = pair.rest
      }
      sets = next.rest
    }
    return true
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
