// SPDX-License-Identifier: Apache-2.0

/// Judges a write-ahead log before SQLite recovers it.
///
/// SQLite takes a log without a sound header for an empty one and drops everything from the first
/// bad frame on, without a word. What the mark says was committed must be there. Behind that, a bad
/// frame in front of two commits that follow from one another by their sums is damage and not the
/// torn end of a write: with full syncs a commit is on disk before the next one begins
/// (spec/system-libraries.md 15). One may be left over from a commit that failed.
package struct LogScan {
  /// Bytes of the log at an offset; nil when it ends before their end.
  package typealias Source = (_ offset: Int, _ count: Int) -> [UInt8]?

  private let mark: LogMark?
  private let read: Source

  /// - Parameter mark: nil where nothing is claimed.
  package init(mark: LogMark?, _ read: @escaping Source) {
    self.mark = mark
    self.read = read
  }

  /// Where the log is damaged; nil for a sound, torn or absent one of which nothing is missing.
  package func finding() -> Damage.Place? {
    guard let start = read(0, LogFrame.logHeader) else {
      return claimed > 0 ? .logMissing : nil
    }
    guard let header = LogHeader(start) else { return findingWithoutHeader() }
    if let mark, mark.state == .inUse, mark.salts != header.salts {
      // Not the log that the mark is of: a later one, of a program without marks, or an old one.
      guard header.salts.isNewer(than: mark.salts) else { return .logHeader }
      return finding(header, claimed: 0)
    }
    return finding(header, claimed: claimed)
  }

  /// How many frames that the mark says are needed are not among so many that are there.
  package func lostFrames(of found: Int) -> Int {
    guard let mark, claimed > 0 else { return 0 }
    // A program without marks has begun a log anew and so had done with the one of the mark.
    let header = read(0, LogFrame.logHeader).flatMap { LogHeader($0) }
    if header?.salts.isNewer(than: mark.salts) ?? false { return 0 }
    return max(0, Int(claimed) - found)
  }

  /// Whether the head is destroyed and no mark tells how many frames are needed.
  package var hasUnknownLength: Bool { mark?.state != .inUse && finding() == .logHeader }

  /// How many frames the mark says are needed.
  private var claimed: UInt32 { mark?.state == .inUse ? mark?.frames ?? 0 : 0 }

  private func findingWithoutHeader() -> Damage.Place? {
    if claimed > 0 { return .logHeader }
    // Frames are written behind a header that is durable, so frames tell that there was one.
    guard let frame = read(LogFrame.logHeader, LogFrame.header) else { return nil }
    // A header is only overwritten when the mark says that its log is done with: then it may be
    // torn.
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

  /// A frame; the header alone where it is of another log and only followed over.
  private func frame(_ header: LogHeader, _ number: UInt32, isBehindBad: Bool) -> [UInt8]? {
    let offset = header.offset(of: number)
    if isBehindBad {
      guard let head = read(offset, LogFrame.header) else { return nil }
      if LogHeader.salts(ofFrame: head) != header.salts { return head }
    }
    return read(offset, header.step)
  }
}
