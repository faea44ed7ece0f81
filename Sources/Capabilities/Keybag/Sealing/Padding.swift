// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// Hides the length of what is sealed: length (4 bytes) ‖ content ‖ zeros up to a bucket.
enum Padding {
  private static let prefix = 4

  /// The padded size for `count` bytes together with their length: multiples of 16 up to 256, then
  /// eight buckets for each doubling, so that at most an eighth is added.
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

  /// The content, in the same memory; nil for what `pad` would not have made.
  static func unpad(_ padded: SecretBytes) -> SecretBytes? {
    // Not a result of the generic call: for its type the runtime would look through all
    // conformances of the program, once in each process.
    var place: Range<Int>?
    padded.withBytes { place = content(of: $0) }
    return place.map { padded.slice($0) }
  }

  /// Where the content lies; nil for what `pad` would not have made.
  static func content(of padded: Span<UInt8>) -> Range<Int>? {
    guard padded.count >= prefix else { return nil }
    var count = 0
    for place in 0..<prefix { count |= Int(padded[place]) << (place * 8) }
    // A bucket is never smaller than what it is for, so the length lies within it.
    guard bucket(count + prefix) == padded.count else { return nil }
    return prefix..<prefix + count
  }
}
