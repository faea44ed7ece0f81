// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import KeychainTypes

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
    // Before the connection has told its watch nothing is taken from the file: it begins after it.
    if code == SQLITE_OK, offset == 0, bytes.count >= headerSize,
      unsafe page.pointee.pageSize == 0, unsafe PageFileAccess.watch(page) != nil
    {
      // Let through unchecked; the opening refuses it by its application number.
      guard unsafe isOurs(header: bytes) else { return code }
      let refusal = unsafe adopt(page, header: bytes)
      guard refusal == SQLITE_OK else { return refusal }
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
    if unsafe page.pointee.pageSize == 0 {
      // Where the file has page size and salt, and they cannot be read, no sum would be right.
      let refusal = unsafe begin(page)
      guard refusal == SQLITE_OK else { return refusal }
      if unsafe page.pointee.pageSize == 0 { unsafe beginFile(page, bytes, offset) }
    }
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

  /// Takes page size and salt from a file of ours, if there is one; the code to hand to SQLite
  /// where the system does not let them be read, or the page size is none.
  static func begin(_ page: UnsafeMutablePointer<PageFile>) -> Int32 {
    unsafe withUnsafeTemporaryAllocation(byteCount: headerSize, alignment: 8) { header in
      let code = unsafe read(page, header, at: 0)
      let bytes = UnsafeRawBufferPointer(header)
      // A file that is being created, and one of another program: nothing of it is ours.
      if code == PageGate.Code.shortRead { return SQLITE_OK }
      guard code == SQLITE_OK, unsafe isOurs(header: bytes) else { return code }
      return unsafe adopt(page, header: bytes)
    }
  }

  private static func adopt(
    _ page: UnsafeMutablePointer<PageFile>, header: UnsafeRawBufferPointer
  ) -> Int32 {
    let size = unsafe PageTail.pageSize(header: header)
    guard size != 0 else {
      unsafe PageFileAccess.watch(page)?.record(.page(1))
      return PageFileSystem.damageCode
    }
    return unsafe withUnsafeTemporaryAllocation(byteCount: 8, alignment: 8) { salt in
      let code = unsafe read(page, salt, at: Int64(size) - 16)
      // A file that is cut within its first page has no salt; that page will say so.
      if code == PageGate.Code.shortRead { return SQLITE_OK }
      guard code == SQLITE_OK else { return code }
      unsafe page.pointee.salt = UInt64(littleEndian: salt.load(as: UInt64.self))
      unsafe page.pointee.pageSize = size
      return SQLITE_OK
    }
  }

  private static func read(
    _ page: UnsafeMutablePointer<PageFile>, _ bytes: UnsafeMutableRawBufferPointer,
    at offset: Int64
  ) -> Int32 {
    let file = unsafe UnsafeMutableRawPointer(page).assumingMemoryBound(to: sqlite3_file.self)
    guard let below = unsafe PageFileAccess.real(file) else { return SQLITE_MISUSE }
    let act = FileOperation.Act.read(offset: offset, count: bytes.count)
    return unsafe PageGate.act(page, act, code: PageGate.Code.read) {
      unsafe below.pointee.pMethods.pointee.xRead(
        below, bytes.baseAddress, Int32(bytes.count), offset)
    }
  }
}

/// The bytes of SQLite's header.
private let headerSize = 100
