// SPDX-License-Identifier: Apache-2.0

/// The last sixteen bytes of each page, which contain the checksum of the page
/// (Documentation/Formats/store.md).
///
/// In the first page, the bytes contain the salt of the store (a number made from its identity)
/// and the first half of the checksum.
@unsafe
package enum PageTail {
  /// True if the last sixteen bytes of a page contain the correct checksum.
  ///
  /// `number` is the page number, and `salt` is the salt of the store.
  package static func isSound(_ bytes: UnsafeRawBufferPointer, number: UInt32, salt: UInt64) -> Bool
  {
    let words = unsafe tail(bytes, number: number, salt: salt)
    return unsafe word(bytes, bytes.count - 16) == words.0
      && word(bytes, bytes.count - 8) == words.1
  }

  /// Returns the last sixteen bytes that a page with this content must have, as two numbers.
  package static func tail(_ bytes: UnsafeRawBufferPointer, number: UInt32, salt: UInt64)
    -> (UInt64, UInt64)
  {
    let content = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - 16)])
    let sum = unsafe PageSum(content, seed: PageSum.seed(salt: salt, page: number))
    return number == 1 ? (salt, sum.first) : (sum.first, sum.second)
  }

  /// Returns the last sixteen bytes that a page with the content `page` must have.
  package static func bytes(of page: [UInt8], number: UInt32, salt: UInt64) -> [UInt8] {
    let words = unsafe page.withUnsafeBytes { unsafe tail($0, number: number, salt: salt) }
    return [words.0, words.1].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) }
    }
  }

  /// Returns the page size in bytes from a database header.
  ///
  /// 0 if the header contains a size that SQLite does not allow.
  package static func pageSize(header: UnsafeRawBufferPointer) -> Int32 {
    let size = unsafe Int32(header[16]) << 8 | Int32(header[17])
    if size == 1 { return 65_536 }
    return size >= 512 && size & (size - 1) == 0 ? size : 0
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
