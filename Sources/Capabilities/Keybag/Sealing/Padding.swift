// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// Hides the length of content that is to be sealed.
///
/// Padded content is the length (4 bytes) ‖ content ‖ zeros, so that it has one of a few sizes.
enum Padding {
  private static let prefix = 4

  /// Returns the size in bytes to which content is padded.
  ///
  /// Sizes are multiples of 16 up to 256. Above 256, there are eight sizes for each doubling, so
  /// that padding adds at most an eighth.
  ///
  /// - Parameter count: the number of bytes of the content and its length field.
  static func bucket(_ count: Int) -> Int {
    if count <= 256 { return max(16, (count + 15) / 16 * 16) }
    let step = 1 << (Int.bitWidth - 1 - (count - 1).leadingZeroBitCount - 3)
    return (count + step - 1) / step * step
  }

  static func pad(_ content: Span<UInt8>) -> SecretBytes {
    unsafe SecretBytes(count: bucket(content.count + prefix)) {
      (target: UnsafeMutableRawBufferPointer) in
      for place in 0..<prefix {
        unsafe target[place] = UInt8(truncatingIfNeeded: content.count >> (place * 8))
      }
      unsafe content.withUnsafeBytes {
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[prefix...]).copyMemory(from: $0)
      }
    }
  }

  /// Returns the content of padded bytes, in the same memory.
  ///
  /// Nil unless the length field and the size of the bytes fit each other, as `pad` makes them.
  static func unpad(_ padded: SecretBytes) -> SecretBytes? {
    // The closure stores the range and does not return it. For a generic result of this type, the
    // Swift runtime would search all conformances of the program, once in each process.
    var place: Range<Int>?
    padded.withBytes { place = content(of: $0) }
    return place.map { padded.slice($0) }
  }

  /// Returns the range of the content within padded bytes.
  ///
  /// Nil unless the length field and the size of the bytes fit each other, as `pad` makes them.
  static func content(of padded: Span<UInt8>) -> Range<Int>? {
    guard padded.count >= prefix else { return nil }
    var count = 0
    for place in 0..<prefix { count |= Int(padded[place]) << (place * 8) }
    // A bucket is never smaller than its content, so the length lies within it.
    guard bucket(count + prefix) == padded.count else { return nil }
    return prefix..<prefix + count
  }
}
