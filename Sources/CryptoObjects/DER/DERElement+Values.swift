// SPDX-License-Identifier: Apache-2.0

extension DERElement {
  /// The value of a BOOLEAN: true is all ones (X.690 11.1).
  package func boolean(_ bytes: Span<UInt8>) throws(DERFailure) -> Bool {
    guard tag == .boolean else { throw .tag }
    guard content.count == 1 else { throw .content }
    switch bytes[content.lowerBound] {
    case 0x00: return false
    case 0xff: return true
    default: throw .content
    }
  }

  /// The identifier in an OBJECT IDENTIFIER.
  package func objectIdentifier(_ bytes: Span<UInt8>) throws(DERFailure) -> OID {
    guard tag == .objectIdentifier else { throw .tag }
    guard let identifier = OID(content: bytes.array(content)) else { throw .content }
    return identifier
  }

  /// Where the bytes of a BIT STRING lie; the last may have unused bits.
  ///
  /// - Throws: `content` for a count of unused bits that there cannot be.
  package func bits(_ bytes: Span<UInt8>) throws(DERFailure) -> Range<Int> {
    guard tag == .bitString else { throw .tag }
    guard let first = content.first, bytes[first] <= (content.count == 1 ? 0 : 7) else {
      throw .content
    }
    return first + 1..<content.upperBound
  }

  /// The value of an INTEGER that is not negative and below 2^31.
  package func count(_ bytes: Span<UInt8>) throws(DERFailure) -> Int {
    let digits = try unsignedInteger(bytes)
    guard digits.count <= 4 else { throw .content }
    let value = digits.reduce(0) { $0 << 8 | Int(bytes[$1]) }
    guard value < 1 << 31 else { throw .content }
    return value
  }
}

extension Span<UInt8> {
  /// A copy of a part.
  package func array(_ range: Range<Int>) -> [UInt8] {
    unsafe withUnsafeBufferPointer { unsafe Array(UnsafeBufferPointer(rebasing: $0[range])) }
  }
}
