// SPDX-License-Identifier: Apache-2.0

/// Judges a write-ahead log before SQLite recovers it.
///
/// SQLite takes a log without a sound header for an empty one and drops everything from the first
/// bad frame on, without a word. What the mark says was committed must be there. Behind that, a bad
/// frame in front of two commits of the same log is damage and not the torn end of a write, since
/// with full syncs a commit is on disk before the next one begins (spec/system-libraries.md 15).
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
    var sum = header.sum
    var number: UInt32 = 1
    while let frame = read(header.offset(of: number), header.step) {
      guard header.follows(frame, &sum) else {
        return number <= claimed || commits(header, after: number) >= 2 ? .frame(number) : nil
      }
      number += 1
    }
    return number <= claimed ? .frame(number) : nil
  }

  /// How many frames behind a bad one end a commit of this log, by their salts.
  private func commits(_ header: LogHeader, after number: UInt32) -> Int {
    var count = 0
    var next = number + 1
    while let frame = read(header.offset(of: next), LogFrame.header) {
      guard LogHeader.salts(ofFrame: frame) == header.salts else { return count }
      if LogHeader.number(frame, 4) != 0 { count += 1 }
      next += 1
    }
    return count
  }
}
