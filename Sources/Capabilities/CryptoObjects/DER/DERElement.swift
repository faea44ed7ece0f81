// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The tag and the byte ranges of a DER element in the bytes that were read.
package struct DERElement: Hashable, Sendable {
  package let tag: DERTag
  package let content: Range<Int>
  /// The byte range of the whole element, including its tag and its length.
  package let whole: Range<Int>
}

extension DERElement {
  /// Returns the value of a BOOLEAN element.
  ///
  /// In DER, the byte for true has all bits set (X.690 11.1).
  package func boolean(_ bytes: Span<UInt8>) throws(DERFailure) -> Bool {
    guard tag == .boolean else { throw .tag }
    guard content.count == 1 else { throw .content }
    switch bytes[content.lowerBound] {
    case 0x00: return false
    case 0xff: return true
    default: throw .content
    }
  }

  /// Returns the object identifier in an OBJECT IDENTIFIER element.
  package func objectIdentifier(_ bytes: Span<UInt8>) throws(DERFailure) -> OID {
    guard tag == .objectIdentifier else { throw .tag }
    guard let identifier = OID(content: bytes.array(content)) else { throw .content }
    return identifier
  }

  /// Returns the byte range of the bits of a BIT STRING element.
  ///
  /// The last byte may have unused bits.
  ///
  /// - Throws: `content` if the count of unused bits is impossible.
  package func bits(_ bytes: Span<UInt8>) throws(DERFailure) -> Range<Int> {
    guard tag == .bitString else { throw .tag }
    guard let first = content.first, bytes[first] <= (content.count == 1 ? 0 : 7) else {
      throw .content
    }
    return first + 1..<content.upperBound
  }

  /// Returns the value of an INTEGER element, which must be from 0 to 2^31 - 1.
  package func count(_ bytes: Span<UInt8>) throws(DERFailure) -> Int {
    let digits = try unsignedInteger(bytes)
    guard digits.count <= 4 else { throw .content }
    let value = digits.reduce(0) { $0 << 8 | Int(bytes[$1]) }
    guard value < 1 << 31 else { throw .content }
    return value
  }
}

extension Span<UInt8> {
  /// Returns a copy of the bytes in the range.
  package func array(_ range: Range<Int>) -> [UInt8] {
    unsafe withUnsafeBufferPointer { unsafe Array(UnsafeBufferPointer(rebasing: $0[range])) }
  }
}

extension DERElement {
  /// Returns the moment that a UTCTime or a GeneralizedTime element names
  /// (Specification/certificates.md, "Creating a certificate", row 6).
  ///
  /// Two deviations from DER are accepted, because certificates have them: a UTCTime without
  /// seconds, and an offset in place of Z. The years 50 to 99 of a UTCTime are 1950 to 1999 (RFC
  /// 5280 4.1.2.5.1). Second 60 is second 0 of the next minute.
  ///
  /// - Throws: `content` for fractions of seconds, and for values outside the calendar.
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

/// Reads the digits of a UTCTime or GeneralizedTime in order.
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

  /// Reads the offset from UTC in minutes: a Z, or a sign with hours and minutes.
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
