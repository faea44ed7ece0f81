// SPDX-License-Identifier: Apache-2.0

/// Checks a write-ahead log for lost or damaged frames, before SQLite recovers the log.
///
/// SQLite treats a log without a valid header as empty, and silently ignores everything from the
/// first damaged frame on. Therefore the mark file (`LogMark`) says how many frames of the log are
/// needed, because the database file lacks their content. All of these must be in the log.
///
/// After these frames, a damaged frame may be the incomplete end of a write. The frame is reported
/// as damage only if two consecutive commits come after it. With full syncs, a commit is on disk
/// before the next commit begins (Specification/system-libraries.md, "A checksum VFS in Swift").
/// One commit after the damaged frame is not enough: a commit that failed may have left the damaged
/// frame.
package struct LogScan {
  /// A function that returns `count` bytes of the log, starting at an offset.
  ///
  /// Nil if the log ends before the last of these bytes.
  package typealias Source = (_ offset: Int, _ count: Int) -> [UInt8]?

  private let mark: LogMark?
  private let read: Source

  /// Creates a check of one log.
  ///
  /// - Parameters:
  ///   - mark: The content of the log's mark file, which says how many frames of the log are
  ///     needed. Nil if there is no valid mark.
  ///   - read: Reads bytes of the log.
  package init(mark: LogMark?, _ read: @escaping Source) {
    self.mark = mark
    self.read = read
  }

  /// Returns the damaged part of the log, or nil if every needed frame is undamaged.
  ///
  /// An unfinished write at the end of the log is not damage. If no frame is needed, a missing log
  /// is not damage either.
  package func finding() -> Damage.Place? {
    guard let start = read(0, LogFrame.logHeader) else {
      return claimed > 0 ? .logMissing : nil
    }
    guard let header = LogHeader(start) else { return findingWithoutHeader() }
    if let mark, mark.state == .inUse, mark.salts != header.salts {
      // The log is not the log of the mark. A newer log was written by a program without marks. An
      // older log is damage.
      guard header.salts.isNewer(than: mark.salts) else { return .logHeader }
      return finding(header, claimed: 0)
    }
    return finding(header, claimed: claimed)
  }

  /// Returns how many of the frames that are needed according to the mark file are missing from the
  /// log.
  ///
  /// - Parameter found: The number of committed frames in the log.
  package func lostFrames(of found: Int) -> Int {
    guard let mark, claimed > 0 else { return 0 }
    // A program without marks began a new log, so it no longer needed the log of the mark.
    let header = read(0, LogFrame.logHeader).flatMap { LogHeader($0) }
    if header?.salts.isNewer(than: mark.salts) ?? false { return 0 }
    return max(0, Int(claimed) - found)
  }

  /// True if the header of the log is damaged and no mark file says how many frames are needed.
  package var hasUnknownLength: Bool { mark?.state != .inUse && finding() == .logHeader }

  /// The number of frames that are needed according to the mark file, or 0 if no frame is needed.
  private var claimed: UInt32 { mark?.state == .inUse ? mark?.frames ?? 0 : 0 }

  private func findingWithoutHeader() -> Damage.Place? {
    if claimed > 0 { return .logHeader }
    // Frames are only written after the header is durable, so a frame proves that there was a
    // header.
    guard let frame = read(LogFrame.logHeader, LogFrame.header) else { return nil }
    // A header is only overwritten after the mark says that its log is no longer needed. The header
    // may be torn during the overwriting.
    if let mark, mark.state == .none, mark.salts == LogHeader.salts(ofFrame: frame) { return nil }
    return .logHeader
  }

  private func finding(_ header: LogHeader, claimed: UInt32) -> Damage.Place? {
    var chain = LogChain(head: read(0, LogFrame.logHeader), isBigEndian: header.isBigEndian)
    var number: UInt32 = 1
    var bad: UInt32?
    while let frame = frame(header, number, isBehindBad: bad != nil) {
      if !chain.add(frame, header.salts), bad == nil {
        guard number > claimed else { return .frame(number) }
        bad = number
      }
      if let bad, chain.commits >= 2 { return .frame(bad) }
      number += 1
    }
    return number <= claimed ? .frame(number) : nil
  }

  /// Returns the bytes of a frame, or nil at the end of the log.
  ///
  /// - Parameter isBehindBad: True if an earlier frame is damaged. If the frame then has the salts
  ///   (numbers that identify a log) of another log, only its header is returned.
  private func frame(_ header: LogHeader, _ number: UInt32, isBehindBad: Bool) -> [UInt8]? {
    let offset = header.offset(of: number)
    if isBehindBad {
      guard let head = read(offset, LogFrame.header) else { return nil }
      if LogHeader.salts(ofFrame: head) != header.salts { return head }
    }
    return read(offset, header.step)
  }
}
