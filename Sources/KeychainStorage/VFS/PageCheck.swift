// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import KeychainPages

/// Sums of pages in the database file: written on the way down, checked on the way up.
///
/// Page 1 ends with the store's salt and one sum, every other page with two sums.
@unsafe
enum PageCheck {
  /// Judges what was read from the database file; the code to hand to SQLite.
  static func read(
    _ page: UnsafeMutablePointer<PageFile>, _ bytes: UnsafeRawBufferPointer, _ offset: Int64,
    _ code: Int32
  ) -> Int32 {
    if unsafe page.pointee.pageSize == 0, code == SQLITE_OK, offset == 0, bytes.count >= 100 {
      // Let through unchecked; the opening refuses it by its application number.
      guard unsafe isOurs(header: bytes) else { return code }
      unsafe adopt(page, header: bytes)
      if unsafe page.pointee.pageSize == 0, unsafe PageTail.pageSize(header: bytes) == 0 {
        unsafe PageFileAccess.watch(page)?.record(.page(1))
        return PageFileSystem.damageCode
      }
    }
    let size = unsafe Int(page.pointee.pageSize)
    // The header (100 bytes) and the change counter (16 bytes) are read alone and pass.
    guard size != 0, bytes.count >= 512 else { return code }
    // Whole pages of another size: the header is wrong, and where the log replaces it SQLite goes
    // by the log's.
    guard bytes.count == size, offset % Int64(size) == 0 else {
      unsafe PageFileAccess.watch(page)?.record(.page(1))
      return PageFileSystem.damageCode
    }
    let number = UInt32(truncatingIfNeeded: offset / Int64(size) + 1)
    if let watch = unsafe PageFileAccess.watch(page), !watch.checksSums { return code }
    // A short read of page 1 is an empty file; of another page a file that was cut.
    if code != SQLITE_OK && number == 1 { return code }
    if code == SQLITE_OK, unsafe PageTail.isSound(bytes, number: number, salt: page.pointee.salt) {
      return SQLITE_OK
    }
    unsafe PageFileAccess.watch(page)?.record(.page(number))
    return PageFileSystem.damageCode
  }

  /// Writes to the database file: whole pages with their sum, and nothing else.
  static func write(
    _ page: UnsafeMutablePointer<PageFile>, _ below: UnsafeMutablePointer<sqlite3_file>,
    _ bytes: UnsafeRawBufferPointer, _ offset: Int64
  ) -> Int32 {
    if offset == 0, bytes.count >= 512 {
      // Without the reserved room the sum would overwrite content: no such store is ours.
      guard unsafe bytes[20] == UInt8(PageSum.size) else { return PageGate.Code.write }
    }
    if unsafe page.pointee.pageSize == 0 { unsafe beginFile(page, bytes, offset) }
    let size = unsafe Int(page.pointee.pageSize)
    // A page that got no sum would be a damaged one, and nobody would hear of it until it is read.
    guard size != 0, bytes.count == size, offset % Int64(size) == 0 else {
      return PageGate.Code.write
    }
    let number = UInt32(truncatingIfNeeded: offset / Int64(size) + 1)
    let salt = unsafe page.pointee.salt
    return unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { copy in
      unsafe copy.copyMemory(from: bytes)
      let words = unsafe PageTail.tail(UnsafeRawBufferPointer(copy), number: number, salt: salt)
      unsafe copy.storeBytes(of: words.0.littleEndian, toByteOffset: size - 16, as: UInt64.self)
      unsafe copy.storeBytes(of: words.1.littleEndian, toByteOffset: size - 8, as: UInt64.self)
      return unsafe PageGate.write(page, below, UnsafeRawBufferPointer(copy), offset)
    }
  }

  /// Page size and salt of a file that is being created, from its opening or its first page.
  ///
  /// A transaction that does not fit in the cache gives the first page to the file last.
  private static func beginFile(
    _ page: UnsafeMutablePointer<PageFile>, _ bytes: UnsafeRawBufferPointer, _ offset: Int64
  ) {
    guard let watch = unsafe PageFileAccess.watch(page) else { return }
    var size = watch.creationPageSize
    if size == 0, offset == 0, bytes.count >= 512 {
      size = unsafe PageTail.pageSize(header: bytes)
    }
    unsafe page.pointee.pageSize = size
    unsafe page.pointee.salt = watch.creationSalt
  }

  /// Whether a header has the room for sums, or else at least our application number: a database
  /// of another program is no damaged store.
  private static func isOurs(header: UnsafeRawBufferPointer) -> Bool {
    unsafe header[20] == UInt8(PageSum.size) || header[68..<72].elementsEqual("LKEY".utf8)
  }

  /// Takes page size and salt from a file that is there.
  private static func adopt(
    _ page: UnsafeMutablePointer<PageFile>, header: UnsafeRawBufferPointer
  ) {
    let size = unsafe PageTail.pageSize(header: header)
    let file = unsafe UnsafeMutableRawPointer(page).assumingMemoryBound(to: sqlite3_file.self)
    guard size != 0, let below = unsafe PageFileAccess.real(file) else { return }
    var salt: UInt64 = 0
    let offset = Int64(size) - 16
    let code = unsafe below.pointee.pMethods.pointee.xRead(below, &salt, 8, offset)
    guard code == SQLITE_OK else { return }
    unsafe page.pointee.salt = UInt64(littleEndian: salt)
    unsafe page.pointee.pageSize = size
  }
}
