// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
import KeychainTypes

/// The methods with which SQLite reads and writes the write-ahead log.
///
/// These methods keep the mark file up to date, which says how many frames of the log are needed.
/// The methods also write all frames of a commit in one system call.
@unsafe
enum LogFileMethods {
  typealias File = UnsafeMutablePointer<sqlite3_file>

  static func table() -> sqlite3_io_methods {
    var table = unsafe PageFileMethods.table()
    unsafe table.xRead = { unsafe LogFileMethods.read($0, $1, $2, $3) }
    unsafe table.xWrite = { unsafe LogFileMethods.write($0, $1, $2, $3) }
    unsafe table.xSync = { unsafe LogFileMethods.sync($0, $1) }
    unsafe table.xTruncate = { unsafe LogFileMethods.truncate($0, $1) }
    unsafe table.xFileSize = { unsafe LogFileMethods.size($0, $1) }
    return table
  }

  private static func read(
    _ file: File?, _ buffer: UnsafeMutableRawPointer?, _ count: Int32, _ offset: Int64
  ) -> Int32 {
    let code = unsafe writeGathered(file)
    guard code == SQLITE_OK else { return code }
    guard let (log, below) = unsafe parts(file), let buffer = unsafe buffer,
      let frame = unsafe LogCheck.frame(log, count, offset)
    else { return unsafe PageFileMethods.read(file, buffer, count, offset) }
    let page = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
    return unsafe LogCheck.read(log, below, page, offset, frame: frame)
  }

  private static func write(
    _ file: File?, _ buffer: UnsafeRawPointer?, _ count: Int32, _ offset: Int64
  ) -> Int32 {
    guard let (log, below) = unsafe parts(file) else { return SQLITE_MISUSE }
    let bytes = unsafe UnsafeRawBufferPointer(start: buffer, count: Int(count))
    guard unsafe LogMarking.isHead(count) else {
      let code = unsafe gather(file, log, bytes, offset)
      if code != SQLITE_OK { unsafe LogMarking.forget(log) }
      return code
    }
    guard unsafe LogMarking.prepareWrite(log, below, bytes, offset) else {
      return unsafe refuse(log, PageGate.Code.write)
    }
    let code = unsafe gather(file, log, bytes, offset)
    unsafe LogMarking.noteWrite(log, bytes, offset, code)
    return code
  }

  /// Collects bytes that SQLite writes to the log, and writes them to the file when a commit is
  /// complete.
  ///
  /// Returns SQLite's result code.
  private static func gather(
    _ file: File?, _ log: LogMarking.Log, _ bytes: UnsafeRawBufferPointer, _ offset: Int64
  ) -> Int32 {
    guard let database = unsafe log.pointee.database, unsafe database.pointee.pageSize > 0,
      let gathering = unsafe PageFileAccess.gathering(log)
    else {
      return unsafe PageFileMethods.write(file, bytes.baseAddress, Int32(bytes.count), offset)
    }
    if unsafe !gathering._withUnsafeGuaranteedRef({ unsafe $0.take(bytes, at: offset) }) {
      let code = unsafe writeGathered(file)
      guard code == SQLITE_OK else { return code }
      _ = unsafe gathering._withUnsafeGuaranteedRef { unsafe $0.take(bytes, at: offset) }
    }
    return unsafe log.pointee.commitFrame > 0 ? writeGathered(file, endingCommit: true) : SQLITE_OK
  }

  /// Writes the collected bytes to the log file, and returns SQLite's result code.
  ///
  /// If this fails, the bytes are dropped, because SQLite undoes the transaction.
  private static func writeGathered(_ file: File?, endingCommit: Bool = false) -> Int32 {
    guard let (log, _) = unsafe parts(file),
      let gathering = unsafe PageFileAccess.watch(log)?.gathering, !gathering.isEmpty
    else { return SQLITE_OK }
    defer { gathering.drop() }
    let bytes = unsafe gathering.bytes
    let end = gathering.offset + Int64(bytes.count)
    let code = unsafe PageFileMethods.write(
      file, bytes.baseAddress, Int32(bytes.count), gathering.offset)
    if code == SQLITE_OK, endingCommit, end > gathering.length {
      unsafe grow(file, log, gathering, behind: end)
    }
    return code
  }

  /// Adds zeros after a commit that has made the log longer, to make the next commits faster
  /// (Documentation/Decisions/log-gathering.md).
  ///
  /// A failure is ignored: the log then ends with the commit.
  private static func grow(
    _ file: File?, _ log: LogMarking.Log, _ gathering: LogGathering, behind end: Int64
  ) {
    var size: Int64 = 0
    // The log is extended only if the file ends with this commit. Another connection may have
    // extended the file, and written frames there before the log was begun anew.
    let looked = unsafe PageFileMethods.size(file, &size)
    if looked == SQLITE_OK, size == end {
      let zeros = unsafe gathering.zeros()
      let isWritten =
        unsafe !zeros.isEmpty
        && PageFileMethods.write(file, zeros.baseAddress, Int32(zeros.count), end) == SQLITE_OK
      if isWritten { size += Int64(zeros.count) }
    }
    gathering.length = max(size, end)
    // A failure to extend the log is not reported.
    _ = unsafe PageFileAccess.watch(log)?.takeFailure()
  }

  private static func sync(_ file: File?, _ flags: Int32) -> Int32 {
    let written = unsafe writeGathered(file)
    let code = written == SQLITE_OK ? unsafe PageFileMethods.sync(file, flags) : written
    if let (log, _) = unsafe parts(file) { unsafe LogMarking.noteSync(log, code) }
    return code
  }

  private static func truncate(_ file: File?, _ size: Int64) -> Int32 {
    guard let (log, _) = unsafe parts(file) else { return SQLITE_MISUSE }
    guard unsafe LogMarking.release(log) else {
      return unsafe refuse(log, PageGate.Code.truncate)
    }
    unsafe PageFileAccess.watch(log)?.gathering.length = 0
    return unsafe PageFileMethods.truncate(file, size)
  }

  /// Checks the log for damage, and returns its size to SQLite.
  ///
  /// SQLite asks for the size when it recovers the log, under a lock that excludes all other
  /// connections.
  private static func size(_ file: File?, _ size: UnsafeMutablePointer<sqlite3_int64>?) -> Int32 {
    guard let (log, below) = unsafe parts(file) else { return SQLITE_MISUSE }
    guard unsafe PageFileAccess.watch(log)?.checksSums ?? true else {
      return unsafe PageFileMethods.size(file, size)
    }
    switch unsafe LogMarking.finding(log, below) {
    case .sound: return unsafe PageFileMethods.size(file, size)
    case .unreadable: return unsafe refuse(log, PageGate.Code.read)
    case .damaged(let place):
      unsafe PageFileAccess.watch(log)?.record(place)
      return PageFileSystem.damageCode
    }
  }

  /// Records the `errno` of a failed read or write of the log or of its mark file, and returns the
  /// result code `code`.
  private static func refuse(_ log: LogMarking.Log, _ code: Int32) -> Int32 {
    unsafe PageFileAccess.watch(log)?.record(errno: errno)
    return code
  }

  private static func parts(_ file: File?) -> (LogMarking.Log, File)? {
    guard let log = unsafe PageFileAccess.page(file), let below = unsafe PageFileAccess.real(file)
    else { return nil }
    return unsafe (log, below)
  }
}

/// Checks the checksum of a frame in the write-ahead log whenever SQLite reads the frame.
///
/// SQLite checks these checksums only when it recovers the log. Without this check, a checkpoint
/// would turn a damaged frame into a page with a correct checksum
/// (Specification/system-libraries.md, "A checksum VFS in Swift").
@unsafe
private enum LogCheck {
  /// Returns the number of the frame whose page SQLite reads, or nil if the read is not for the
  /// page of a frame.
  ///
  /// When SQLite recovers the log, it reads whole frames and checks them itself.
  static func frame(
    _ log: UnsafeMutablePointer<PageFile>, _ count: Int32, _ offset: Int64
  ) -> UInt32? {
    let size = unsafe log.pointee.database?.pointee.pageSize ?? 0
    let place = offset - Int64(LogFrame.logHeader + LogFrame.header)
    let step = Int64(size) + Int64(LogFrame.header)
    guard size != 0, count == size, place >= 0, place % step == 0 else { return nil }
    return UInt32(truncatingIfNeeded: place / step + 1)
  }

  /// Reads the page in a frame and all bytes on which its checksum depends, and checks the
  /// checksum.
  ///
  /// Returns SQLite's result code.
  static func read(
    _ log: UnsafeMutablePointer<PageFile>, _ below: UnsafeMutablePointer<sqlite3_file>,
    _ page: UnsafeMutableRawBufferPointer, _ offset: Int64, frame: UInt32
  ) -> Int32 {
    // The read begins at the sums before this frame, which are in the header of the log or in the
    // previous frame.
    let step = Int64(page.count + LogFrame.header)
    let start = frame == 1 ? 24 : offset - Int64(LogFrame.header) - step + 16
    let before = Int(offset - start)
    return unsafe withUnsafeTemporaryAllocation(
      byteCount: before + page.count, alignment: 8
    ) { bytes in
      let act = FileOperation.Act.read(offset: start, count: bytes.count)
      let code = unsafe PageGate.act(log, act, code: PageGate.Code.read) {
        unsafe below.pointee.pMethods.pointee.xRead(
          below, bytes.baseAddress, Int32(bytes.count), start)
      }
      guard code == SQLITE_OK || code == PageGate.Code.shortRead else { return code }
      let found = unsafe UnsafeRawBufferPointer(rebasing: bytes[before...])
      unsafe page.copyMemory(from: found)
      let order = unsafe learnOrder(log, below)
      guard order == SQLITE_OK || order == PageGate.Code.shortRead else { return order }
      // A short read means that the log was truncated: the frame is read because it was committed.
      if code == SQLITE_OK, order == SQLITE_OK,
        unsafe isSound(log, UnsafeRawBufferPointer(bytes), before: before)
      {
        return SQLITE_OK
      }
      unsafe PageFileAccess.watch(log)?.record(.frame(frame))
      return PageFileSystem.damageCode
    }
  }

  /// Reads from the log header the byte order of the checksums, unless it is already known.
  ///
  /// Returns SQLite's result code.
  private static func learnOrder(
    _ log: UnsafeMutablePointer<PageFile>, _ below: UnsafeMutablePointer<sqlite3_file>
  ) -> Int32 {
    guard unsafe log.pointee.logIsBigEndian < 0 else { return SQLITE_OK }
    var magic: UInt32 = 0
    let code = unsafe PageGate.act(log, .read(offset: 0, count: 4), code: PageGate.Code.read) {
      unsafe below.pointee.pMethods.pointee.xRead(below, &magic, 4, 0)
    }
    if code == SQLITE_OK {
      unsafe log.pointee.logIsBigEndian = Int32(UInt32(bigEndian: magic) & 1)
    }
    return code
  }

  private static func isSound(
    _ log: UnsafeMutablePointer<PageFile>, _ bytes: UnsafeRawBufferPointer, before: Int
  ) -> Bool {
    func number(_ place: Int) -> UInt32 {
      UInt32(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }
    let head = before - LogFrame.header
    var sum = LogSum(
      number(0).byteSwapped, number(4).byteSwapped,
      isBigEndian: unsafe log.pointee.logIsBigEndian == 1)
    sum.add(number(head), number(head + 4))
    unsafe sum.add(UnsafeRawBufferPointer(rebasing: bytes[before...]))
    return sum.stored == UInt64(number(head + 16)) | UInt64(number(head + 20)) << 32
  }
}
