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
    if unsafe log.pointee.logIsBigEndian < 0 {
      guard let start = unsafe words(below, 0) else { return false }
      let magic = UInt32(bigEndian: UInt32(truncatingIfNeeded: start.0))
      unsafe log.pointee.logIsBigEndian = Int32(magic & 1)
    }
    let isBigEndian = unsafe log.pointee.logIsBigEndian == 1
    // From the sums before this frame, in the log's header or in the frame before, to the end of
    // its own head: one read, though only the two ends of it are wanted.
    let start = isFirst ? 24 : offset - Int64(LogFrame.header) - step + 16
    let size = Int(offset - start)
    return unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { before in
      let code = unsafe below.pointee.pMethods.pointee.xRead(
        below, before.baseAddress, Int32(size), start)
      guard code == SQLITE_OK else { return false }
      let head = size - LogFrame.header
      func number(_ place: Int) -> UInt32 {
        UInt32(littleEndian: unsafe before.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      }
      var sum = LogSum(
        number(0).byteSwapped, number(4).byteSwapped, isBigEndian: isBigEndian)
      sum.add(number(head), number(head + 4))
      unsafe sum.add(bytes)
      return sum.stored == UInt64(number(head + 16)) | UInt64(number(head + 20)) << 32
    }
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
