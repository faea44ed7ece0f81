// SPDX-License-Identifier: Apache-2.0

/// Checks the frames of a write-ahead log by their running checksums, and continues after a damaged
/// frame.
///
/// Each frame stores the checksum of the log up to the end of that frame. The next frame is checked
/// against the stored checksum, even if the frame that stores it is damaged. Consecutive undamaged
/// frames are called a run. The start of a run after a damaged frame is the number of the damaged
/// frame, although that frame is not part of the run.
package struct LogChain {
  private let isBigEndian: Bool
  private var before: LogSum?
  private var number: UInt32 = 0
  /// The number of the damaged frame before the current run of undamaged frames.
  ///
  /// 1 if no frame before the run is damaged.
  package private(set) var start: UInt32 = 1
  /// True if the current run of undamaged frames starts at the header of the log.
  package private(set) var isRooted = true
  /// The number of commits that end in the current run of undamaged frames.
  package private(set) var commits = 0

  /// Starts to check a log at its first frame.
  ///
  /// - Parameters:
  ///   - head: The header of the log, even if it is damaged. Nil if the log has no header.
  ///   - isBigEndian: The byte order of the checksums in the log.
  package init(head: [UInt8]?, isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
    before = head.map {
      LogSum(LogHeader.number($0, 24), LogHeader.number($0, 28), isBigEndian: isBigEndian)
    }
  }

  /// Checks the next frame of the log.
  ///
  /// If only the header of the frame is passed, the frame is treated as damaged.
  ///
  /// - Returns: True if the frame is undamaged, has the given salts (numbers that identify the
  ///   log), and its checksum follows from the previous frame.
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

  /// True if a frame has the salts of the log, contains a page number, and has a correct checksum.
  ///
  /// The zeros with which the log is extended have a correct checksum but no page number, so they
  /// are not frames.
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
