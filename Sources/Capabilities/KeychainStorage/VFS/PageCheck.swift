// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import KeychainTypes

/// Writes the checksum of each page into the database file, and checks it at each read.
///
/// Page 1 ends with the store's salt (the first eight bytes of the store's identity) and the first
/// half of its checksum. Every other page ends with the whole checksum.
@unsafe
enum PageCheck {
  /// Checks the checksum of a page after it was read from the database file.
  ///
  /// Returns the result code for SQLite, which is an error if the page is damaged.
  static func read(
    _ page: UnsafeMutablePointer<PageFile>, _ bytes: UnsafeRawBufferPointer, _ offset: Int64,
    _ code: Int32
  ) -> Int32 {
    // Nothing is learned from the file before the connection sets its watch. The connection calls
    // `begin` after it has set the watch.
    if code == SQLITE_OK, offset == 0, bytes.count >= headerSize,
      unsafe page.pointee.pageSize == 0, unsafe PageFileAccess.watch(page) != nil
    {
      // A file of another program passes unchecked. The opening refuses it by its application
      // number.
      guard unsafe isOurs(header: bytes) else { return code }
      let refusal = unsafe adopt(page, header: bytes)
      guard refusal == SQLITE_OK else { return refusal }
    }
    let size = unsafe Int(page.pointee.pageSize)
    // The header (100 bytes) and the change counter (16 bytes) are read alone, and are not checked.
    guard size != 0, bytes.count >= 512 else { return code }
    // SQLite reads pages of another size, so the header is wrong. Where the log replaces the
    // header, SQLite uses the size in the log.
    guard bytes.count == size, offset % Int64(size) == 0 else {
      unsafe PageFileAccess.watch(page)?.record(.page(1))
      return PageFileSystem.damageCode
    }
    let number = UInt32(truncatingIfNeeded: offset / Int64(size) + 1)
    if let watch = unsafe PageFileAccess.watch(page), !watch.checksSums { return code }
    // A short read of page 1 means an empty file. For another page it means a truncated file.
    if code != SQLITE_OK && number == 1 { return code }
    if code == SQLITE_OK, unsafe PageTail.isSound(bytes, number: number, salt: page.pointee.salt) {
      return SQLITE_OK
    }
    unsafe PageFileAccess.watch(page)?.record(.page(number))
    return PageFileSystem.damageCode
  }

  /// Writes a whole page with its checksum to the database file, and returns SQLite's result code.
  ///
  /// Writes that are not a whole page fail.
  static func write(
    _ page: UnsafeMutablePointer<PageFile>, _ below: UnsafeMutablePointer<sqlite3_file>,
    _ bytes: UnsafeRawBufferPointer, _ offset: Int64
  ) -> Int32 {
    if offset == 0, bytes.count >= 512 {
      // Without the reserved room the checksum would overwrite content. Stores of this library have
      // that room.
      guard unsafe bytes[20] == UInt8(PageSum.size) else { return PageGate.Code.write }
    }
    if unsafe page.pointee.pageSize == 0 {
      // If the file has a page size and a salt that cannot be read, no checksum would be correct.
      let refusal = unsafe begin(page)
      guard refusal == SQLITE_OK else { return refusal }
      if unsafe page.pointee.pageSize == 0 { unsafe beginFile(page, bytes, offset) }
    }
    let size = unsafe Int(page.pointee.pageSize)
    // A page without a checksum would count as damaged, and that would be noticed only at the next
    // read.
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

  /// Sets the page size and the salt of a new file, before its first page is written.
  ///
  /// The page size comes from the options of the connection. If the options contain no size, it
  /// comes from the content of page 1. Page 1 may come too late for this, because a transaction
  /// that does not fit in the cache writes it last.
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

  /// True if a database header says that the file is a Latchkey store.
  ///
  /// The header says so by its application number, or by the room that each page reserves for a
  /// checksum.
  ///
  /// A database of another program must not be reported as a damaged store.
  private static func isOurs(header: UnsafeRawBufferPointer) -> Bool {
    unsafe header[20] == UInt8(PageSum.size) || header[68..<72].elementsEqual("LKEY".utf8)
  }

  /// Reads the page size and the salt of an existing store, and returns SQLite's result code.
  ///
  /// If the file is empty or belongs to another program, nothing is set and the call succeeds. The
  /// result is an error if the system refuses the read or the page size is invalid.
  static func begin(_ page: UnsafeMutablePointer<PageFile>) -> Int32 {
    unsafe withUnsafeTemporaryAllocation(byteCount: headerSize, alignment: 8) { header in
      let code = unsafe read(page, header, at: 0)
      let bytes = UnsafeRawBufferPointer(header)
      // A file that is being created, or that belongs to another program, has no page size and salt
      // for us.
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
      // A file truncated within its first page has no salt. Reading that page will report the
      // damage.
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

/// The size of the header of an SQLite database, in bytes.
private let headerSize = 100
