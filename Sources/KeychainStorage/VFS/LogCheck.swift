// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import KeychainPages

/// Sums of frames in the write-ahead log, taken again whenever a frame is read.
///
/// SQLite checks them only when it recovers; without this a checkpoint would launder a damaged
/// frame into a page with a good sum (spec/system-libraries.md 15).
@unsafe
enum LogCheck {
  /// Judges a page read out of a frame; the code to hand to SQLite.
  static func read(
    _ log: UnsafeMutablePointer<PageFile>, _ below: UnsafeMutablePointer<sqlite3_file>,
    _ bytes: UnsafeRawBufferPointer, _ offset: Int64, _ code: Int32
  ) -> Int32 {
    let size = unsafe log.pointee.database?.pointee.pageSize ?? 0
    let place = offset - Int64(LogFrame.logHeader + LogFrame.header)
    let step = Int64(size) + Int64(LogFrame.header)
    // Recovery reads whole frames and checks them itself.
    guard size != 0, bytes.count == Int(size), place >= 0, place % step == 0 else {
      return code
    }
    let number = UInt32(truncatingIfNeeded: place / step + 1)
    // A short read is a log that was cut: the frame is asked for because it was committed.
    let isFirst = number == 1
    if code == SQLITE_OK, unsafe isSound(log, below, bytes, offset, isFirst: isFirst, step: step) {
      return SQLITE_OK
    }
    unsafe PageFileAccess.watch(log)?.record(.frame(number))
    return PageFileSystem.damageCode
  }

  private static func isSound(
    _ log: UnsafeMutablePointer<PageFile>, _ below: UnsafeMutablePointer<sqlite3_file>,
    _ bytes: UnsafeRawBufferPointer, _ offset: Int64, isFirst: Bool, step: Int64
  ) -> Bool {
    let header = unsafe words(below, offset - Int64(LogFrame.header))
    // Where the sums before this frame stand: in the log's header or in the frame before.
    let before = isFirst ? 16 : offset - Int64(LogFrame.header) - step + 8
    let seed = unsafe words(below, before)
    if unsafe log.pointee.logIsBigEndian < 0 {
      guard let start = unsafe words(below, 0) else { return false }
      let magic = UInt32(bigEndian: UInt32(truncatingIfNeeded: start.0))
      unsafe log.pointee.logIsBigEndian = Int32(magic & 1)
    }
    guard let header, let seed else { return false }
    var sum = LogSum(
      UInt32(bigEndian: UInt32(truncatingIfNeeded: seed.1)),
      UInt32(bigEndian: UInt32(truncatingIfNeeded: seed.1 &>> 32)),
      isBigEndian: unsafe log.pointee.logIsBigEndian == 1)
    sum.add(UInt32(truncatingIfNeeded: header.0), UInt32(truncatingIfNeeded: header.0 &>> 32))
    unsafe sum.add(bytes)
    return sum.stored == header.2
  }

  /// Three little-endian numbers out of the log, nil when it ends before.
  private static func words(_ below: UnsafeMutablePointer<sqlite3_file>, _ offset: Int64)
    -> (UInt64, UInt64, UInt64)?
  {
    var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    let code = unsafe below.pointee.pMethods.pointee.xRead(below, &words, 24, offset)
    guard code == SQLITE_OK else { return nil }
    return (
      UInt64(littleEndian: words.0), UInt64(littleEndian: words.1), UInt64(littleEndian: words.2)
    )
  }
}
