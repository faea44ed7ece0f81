// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The first byte of a DER element: class, form and a number below 31 (X.690 8.1.2).
package struct DERTag: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let boolean = DERTag(rawValue: 0x01)
  package static let integer = DERTag(rawValue: 0x02)
  package static let bitString = DERTag(rawValue: 0x03)
  package static let octetString = DERTag(rawValue: 0x04)
  package static let null = DERTag(rawValue: 0x05)
  package static let objectIdentifier = DERTag(rawValue: 0x06)
  package static let sequence = DERTag(rawValue: 0x30)
  package static let set = DERTag(rawValue: 0x31)

  /// Of a context's own element: its number, and whether elements are in it.
  package static func context(_ number: UInt8, isConstructed: Bool) -> DERTag {
    DERTag(rawValue: 0x80 | (isConstructed ? 0x20 : 0) | number)
  }

  /// Whether elements are in it.
  package var isConstructed: Bool { rawValue & 0x20 != 0 }
}

/// Where a DER element lies in the bytes that were read.
package struct DERElement: Hashable, Sendable {
  package let tag: DERTag
  package let content: Range<Int>
  /// With tag and length.
  package let whole: Range<Int>
}

/// Why bytes are no DER of the expected kind.
package enum DERFailure: Error, Hashable, Sendable {
  /// They end within an element.
  case cut
  /// A length that is indefinite, longer than needed, or more than any input has.
  case length
  /// A tag that is not the expected one, or has a number above 30.
  case tag
  /// Bytes are left behind the last element.
  case leftOver
  /// A content that its type does not allow.
  case content
}

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

extension DERTag {
  package static let utcTime = DERTag(rawValue: 0x17)
  package static let generalizedTime = DERTag(rawValue: 0x18)
}

extension DERElement {
  /// The moment that a UTCTime or a GeneralizedTime names (spec/certificates.md 2.1, row 6).
  ///
  /// Beyond DER, as certificates have it: a UTCTime without seconds, and an offset in place of Z.
  /// The years 50 to 99 of a UTCTime are 1950 to 1999 (RFC 5280 4.1.2.5.1).
  ///
  /// - Throws: `content` for fractions of seconds, and for what no calendar has; second 60 is the
  ///   next minute.
  package func time(_ bytes: Span<UInt8>) throws(DERFailure) -> Instant {
    let yearDigits: Int
    switch (tag, content.count) {
    case (.utcTime, 11), (.utcTime, 13), (.utcTime, 17): yearDigits = 2
    case (.generalizedTime, 15), (.generalizedTime, 19): yearDigits = 4
    case (.utcTime, _), (.generalizedTime, _): throw .content
    default: throw .tag
    }
    var digits = DigitWalk(position: content.lowerBound)
    var year = try digits.number(yearDigits, bytes)
    if yearDigits == 2 { year += year < 50 ? 2000 : 1900 }
    let hasSeconds = content.count != 11
    let month = try digits.number(2, in: 1...12, bytes)
    let day = try digits.number(2, in: 1...CivilTime.lastDay(of: month, in: year), bytes)
    let hour = try digits.number(2, in: 0...23, bytes)
    let minute = try digits.number(2, in: 0...59, bytes)
    let second = hasSeconds ? try digits.number(2, in: 0...60, bytes) : 0
    let offset = try digits.offset(before: content.upperBound, bytes)
    guard
      let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute)
    else { throw .content }
    return time.instant.advanced(byMicroseconds: Int64(second - 60 * offset) * 1_000_000)
  }
}

/// Goes over the digits of a time.
private struct DigitWalk {
  var position: Int

  mutating func number(_ count: Int, _ bytes: Span<UInt8>) throws(DERFailure) -> Int {
    var value = 0
    for index in position..<position + count {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) else { throw .content }
      value = value * 10 + Int(bytes[index] - UInt8(ascii: "0"))
    }
    position += count
    return value
  }

  mutating func number(
    _ count: Int, in range: ClosedRange<Int>, _ bytes: Span<UInt8>
  ) throws(DERFailure) -> Int {
    let value = try number(count, bytes)
    guard range.contains(value) else { throw .content }
    return value
  }

  /// Minutes ahead of UTC: a Z, or a sign with hours and minutes.
  mutating func offset(before end: Int, _ bytes: Span<UInt8>) throws(DERFailure) -> Int {
    let sign = bytes[position]
    position += 1
    switch (sign, end - position) {
    case (UInt8(ascii: "Z"), 0): return 0
    case (UInt8(ascii: "+"), 4), (UInt8(ascii: "-"), 4):
      let hours = try number(2, in: 0...23, bytes)
      let minutes = hours * 60 + (try number(2, in: 0...59, bytes))
      return sign == UInt8(ascii: "+") ? minutes : -minutes
    default: throw .content
    }
  }
}
