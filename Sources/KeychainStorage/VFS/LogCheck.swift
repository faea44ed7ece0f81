// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import KeychainPages
import KeychainTypes

/// Sums of frames in the write-ahead log, taken again whenever a frame is read.
///
/// SQLite checks them only when it recovers; without this a checkpoint would launder a damaged
/// frame into a page with a good sum (spec/system-libraries.md 15).
@unsafe
enum LogCheck {
  /// The number of the frame that holds the page which is asked for; nil for other reads.
  ///
  /// Recovery reads whole frames and checks them itself.
  static func frame(
    _ log: UnsafeMutablePointer<PageFile>, _ count: Int32, _ offset: Int64
  ) -> UInt32? {
    let size = unsafe log.pointee.database?.pointee.pageSize ?? 0
    let place = offset - Int64(LogFrame.logHeader + LogFrame.header)
    let step = Int64(size) + Int64(LogFrame.header)
    guard size != 0, count == size, place >= 0, place % step == 0 else { return nil }
    return UInt32(truncatingIfNeeded: place / step + 1)
  }

  /// Reads a page out of a frame, and with it all that its sum depends on.
  static func read(
    _ log: UnsafeMutablePointer<PageFile>, _ below: UnsafeMutablePointer<sqlite3_file>,
    _ page: UnsafeMutableRawBufferPointer, _ offset: Int64, frame: UInt32
  ) -> Int32 {
    // From the sums before this frame, in the log's header or in the frame before.
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
      // A short read is a log that was cut: the frame is asked for because it was committed.
      if code == SQLITE_OK, order == SQLITE_OK,
        unsafe isSound(log, UnsafeRawBufferPointer(bytes), before: before)
      {
        return SQLITE_OK
      }
      unsafe PageFileAccess.watch(log)?.record(.frame(frame))
      return PageFileSystem.damageCode
    }
  }

  /// Reads once in which order the log's sums take the bytes of a word.
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
