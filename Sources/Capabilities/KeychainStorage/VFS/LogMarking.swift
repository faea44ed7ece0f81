// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
import KeychainTypes

/// Updates the mark file when SQLite reads, writes or syncs the write-ahead log
/// (Documentation/Decisions/log-mark.md).
///
/// The mark file says how many frames of the log are needed, because the database file does not
/// have their content.
///
/// During these calls SQLite holds its lock for writers, its lock for recovery, or a lock on the
/// whole file at the last close. So no other connection writes the log or the mark file.
@unsafe
enum LogMarking {
  typealias Log = UnsafeMutablePointer<PageFile>
  typealias File = UnsafeMutablePointer<sqlite3_file>

  /// True if a write of `count` bytes to the log can be the header of the log or of a frame.
  ///
  /// Other writes do not affect the mark file, so `prepareWrite` need not be called for them.
  static func isHead(_ count: Int32) -> Bool { count <= LogFrame.logHeader }

  /// Updates the log's mark file before SQLite writes the header of the log or of a frame.
  ///
  /// The mark file says how many frames of the log are needed. If the write will destroy needed
  /// frames, the mark file is first changed so that it no longer requires them. Returns false, with
  /// `errno` set, if the mark file or the present log cannot be read, or if the mark file cannot be
  /// changed. SQLite's write must then not happen.
  static func prepareWrite(
    _ log: Log, _ below: File, _ bytes: UnsafeRawBufferPointer, _ offset: Int64
  ) -> Bool {
    if offset == 0, bytes.count == LogFrame.logHeader { return unsafe retire(log, below) }
    guard let number = unsafe frame(log, bytes, offset), unsafe log.pointee.isCommitting == 0
    else { return true }
    // The first frame of a commit may overwrite a commit that was synced but failed.
    unsafe log.pointee.isCommitting = 1
    switch unsafe reading(log) {
    case .unknown: return true
    case .failed: return false
    case .mark(let mark):
      let salts = unsafe LogSalts(frame: bytes)
      guard mark.state == .inUse, mark.salts == salts, mark.frames >= number else { return true }
      return unsafe write(log, .inUse, salts, frames: number - 1, synced: true)
    }
  }

  /// Notes that bytes were written to the log: if they are the header of a frame that ends a
  /// commit, remembers the frame.
  ///
  /// `noteSync` later writes the number of this frame to the mark file, which says how many frames
  /// of the log are needed.
  ///
  /// If the write failed (`code` is not `SQLITE_OK`), no frame is remembered any more.
  static func noteWrite(
    _ log: Log, _ bytes: UnsafeRawBufferPointer, _ offset: Int64, _ code: Int32
  ) {
    guard code == SQLITE_OK else { return unsafe forget(log) }
    guard let number = unsafe frame(log, bytes, offset) else { return }
    let isCommit = unsafe bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self) != 0
    unsafe log.pointee.commitFrame = isCommit ? number : 0
    let salts = unsafe LogSalts(frame: bytes)
    unsafe log.pointee.commitSalts = (salts.first, salts.second)
  }

  /// Records in the mark file that the frames of the last commit are needed.
  ///
  /// SQLite has synced the log before. `code` is the result of this sync: if the sync failed,
  /// nothing is recorded.
  ///
  /// The mark file itself is not synced. If the mark file cannot be written, it requires fewer
  /// frames than the log has, which does no harm.
  static func noteSync(_ log: Log, _ code: Int32) {
    let frames = unsafe log.pointee.commitFrame
    if code == SQLITE_OK, frames > 0 {
      let salts = unsafe LogSalts(
        first: log.pointee.commitSalts.0, second: log.pointee.commitSalts.1)
      _ = unsafe write(log, .inUse, salts, frames: frames, synced: false)
    }
    // A sync that ends no commit belongs to a header or a checkpoint.
    unsafe forget(log)
  }

  /// Writes to the mark file that the log is not needed, before SQLite truncates or deletes the
  /// log.
  ///
  /// Returns false, with `errno` set, if the mark file cannot be read or written. The log must then
  /// not be truncated or deleted.
  static func release(_ file: Log) -> Bool {
    switch unsafe reading(file) {
    case .unknown: true
    case .failed: false
    case .mark(let mark):
      unsafe mark.state == .none || write(file, .none, mark.salts, synced: true)
    }
  }

  /// The result of checking the log against its mark file, which says how many frames of the log
  /// are needed.
  enum Finding {
    case sound
    case damaged(Damage.Place)
    /// The system refuses to read the log or the mark file now.
    ///
    /// `errno` contains the reason.
    case unreadable
  }

  /// Checks the log for damage before SQLite recovers it.
  ///
  /// SQLite asks for the size of the log as the first step of a recovery, and this function is
  /// called then.
  static func finding(_ log: Log, _ below: File) -> Finding {
    let mark: LogMark?
    switch unsafe reading(log) {
    case .unknown: mark = nil
    case .mark(let read): mark = read
    case .failed: return .unreadable
    }
    var failure: Int32 = 0
    let scan = LogScan(mark: mark) { offset, count in
      unsafe read(log, below, offset, count, &failure)
    }
    let place = scan.finding()
    guard failure == 0 else {
      errno = failure
      return .unreadable
    }
    return place.map { .damaged($0) } ?? .sound
  }

  /// Writes to the mark file that the old log is not needed, before SQLite overwrites the old log
  /// with a new log.
  ///
  /// Returns false, with `errno` set, if the mark file or the old log cannot be read. Also returns
  /// false if the mark file requires frames and cannot be written. The old log must then not be
  /// overwritten.
  private static func retire(_ log: Log, _ below: File) -> Bool {
    var failure: Int32 = 0
    let header = unsafe read(log, below, 0, LogFrame.logHeader, &failure)
    let old = header.flatMap { LogHeader($0)?.salts }
    guard failure == 0 else {
      errno = failure
      return false
    }
    switch unsafe reading(log) {
    case .failed: return false
    case .mark(let mark) where mark.state == .inUse:
      return unsafe write(log, .none, old ?? mark.salts, synced: true)
    case .mark(let mark):
      if let old, old != mark.salts { _ = unsafe write(log, .none, old, synced: true) }
    case .unknown:
      if let old { _ = unsafe write(log, .none, old, synced: true) }
    }
    return true
  }

  static func forget(_ log: Log) {
    unsafe log.pointee.commitFrame = 0
    unsafe log.pointee.isCommitting = 0
  }

  /// Returns the number of the frame whose header is written, or nil if the write is not the header
  /// of a frame.
  private static func frame(_ log: Log, _ bytes: UnsafeRawBufferPointer, _ offset: Int64)
    -> UInt32?
  {
    guard bytes.count == LogFrame.header,
      let size = unsafe log.pointee.database?.pointee.pageSize, size > 0
    else { return nil }
    let place = offset - Int64(LogFrame.logHeader)
    let step = Int64(size) + Int64(LogFrame.header)
    guard place >= 0, place % step == 0 else { return nil }
    return UInt32(truncatingIfNeeded: place / step + 1)
  }

  private static func reading(_ file: Log) -> LogMarkFile.Reading {
    guard let watch = unsafe PageFileAccess.watch(file), let mark = watch.mark else {
      return .unknown
    }
    return mark.read(store: unsafe file.pointee.database?.pointee.salt ?? 0)
  }

  private static func write(
    _ file: Log, _ state: LogMark.State, _ salts: LogSalts, frames: UInt32 = 0, synced: Bool
  ) -> Bool {
    let store = unsafe file.pointee.database?.pointee.salt ?? 0
    let mark = LogMark(state, salts, frames: frames, store: store)
    return unsafe PageFileAccess.watch(file)?.mark?.write(mark, synced: synced) ?? true
  }

  /// Returns `count` bytes of the log, starting at an offset.
  ///
  /// Nil if the log ends before the last of these bytes, or if the read fails. If the read fails,
  /// `failure` is set to its `errno`.
  private static func read(
    _ log: Log, _ below: File, _ offset: Int, _ count: Int, _ failure: inout Int32
  ) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let act = FileOperation.Act.read(offset: Int64(offset), count: count)
    let code = unsafe PageGate.act(log, act, code: PageGate.Code.read) {
      unsafe below.pointee.pMethods.pointee.xRead(
        below, &bytes, Int32(count), Int64(offset))
    }
    if code == SQLITE_OK { return bytes }
    if code != PageGate.Code.shortRead { failure = errno }
    return nil
  }
}
