// SPDX-License-Identifier: Apache-2.0

/// Follows the frames of a log by their sums, also behind a bad one.
///
/// Each frame stores the sums up to itself, by which the next one is judged however bad it is
/// itself. Frames that follow soundly from one another are a run; the frame that a run behind a bad
/// one begins with is not proved and counts for nothing.
package struct LogChain {
  private let isBigEndian: Bool
  private var before: LogSum?
  private var number: UInt32 = 0
  /// The frame that the run begins with.
  package private(set) var start: UInt32 = 1
  /// Whether the run begins with the head of the log.
  package private(set) var isRooted = true
  /// How many sound frames of the run end a commit.
  package private(set) var commits = 0

  /// - Parameter head: the first bytes of the log, sound or not.
  package init(head: [UInt8]?, isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
    before = head.map {
      LogSum(LogHeader.number($0, 24), LogHeader.number($0, 28), isBigEndian: isBigEndian)
    }
  }

  /// Takes in the next frame, or its header alone where nothing else of it is of use.
  ///
  /// - Returns: whether it is sound, of this log, and follows from the one before.
  package mutating func add(_ frame: [UInt8], _ salts: LogSalts) -> Bool {
    number += 1
    let stored = LogSum(
      LogHeader.number(frame, 16), LogHeader.number(frame, 20), isBigEndian: isBigEndian)
    defer { before = stored }
    guard isSound(frame, salts, stored) else {
      (start, isRooted, commits) = (number, false, 0)
      return false
    }
    if LogHeader.number(frame, 4) != 0 { commits += 1 }
    return true
  }

  /// Zeros, which the log grows by ahead, have right sums but no page.
  private func isSound(_ frame: [UInt8], _ salts: LogSalts, _ stored: LogSum) -> Bool {
    guard var sum = before, frame.count > LogFrame.header, LogHeader.number(frame, 0) != 0,
      LogHeader.salts(ofFrame: frame) == salts
    else { return false }
    unsafe frame.withUnsafeBytes {
      unsafe sum.add(UnsafeRawBufferPointer(rebasing: $0[..<8]))
      unsafe sum.add(UnsafeRawBufferPointer(rebasing: $0[LogFrame.header...]))
    }
    return sum.first == stored.first && sum.second == stored.second
  }
}
