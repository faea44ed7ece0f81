// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reads a write-ahead log before SQLite recovers it.
///
/// SQLite drops everything from the first bad frame on without a word. With full syncs a commit is
/// on disk before the next one begins, so a bad frame in front of two commits of the same log is
/// damage, not the torn end of a write (spec/system-libraries.md 15).
enum LogScan {
  /// The first damaged frame, counted from 1; nil for a sound, torn, foreign or absent log.
  ///
  /// Another process may be writing meanwhile: only what three passes agree on counts.
  static func firstDamage(_ path: String) -> UInt32? {
    var finding: UInt32?
    for pass in 0..<3 {
      guard let found = damage(path), pass == 0 || found == finding else { return nil }
      finding = found
    }
    return finding
  }

  private static func damage(_ path: String) -> UInt32? {
    // Not blocking: a pipe under this name must not hold the program up.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    // The log carries no locks, so closing a descriptor of it drops none of this process.
    defer { close(descriptor) }
    guard let start = read(descriptor, at: 0, count: LogFrame.logHeader),
      let header = Header(start)
    else { return nil }
    let step = LogFrame.header + header.pageSize
    var sum = header.sum
    var number: UInt32 = 1
    while let frame = read(
      descriptor, at: LogFrame.logHeader + Int(number - 1) * step, count: step)
    {
      guard header.follows(frame, &sum) else {
        return commits(descriptor, header, after: number, step) >= 2 ? number : nil
      }
      number += 1
    }
    return nil
  }

  /// How many frames behind a bad one end a commit of this log, by their salts.
  private static func commits(
    _ descriptor: Int32, _ header: Header, after number: UInt32, _ step: Int
  ) -> Int {
    var count = 0
    var next = Int(number)
    while let frame = read(
      descriptor, at: LogFrame.logHeader + next * step, count: LogFrame.header)
    {
      guard Header.number(frame, 8) == header.salts.0, Header.number(frame, 12) == header.salts.1
      else { return count }
      if Header.number(frame, 4) != 0 { count += 1 }
      next += 1
    }
    return count
  }

  private static func read(_ descriptor: Int32, at place: Int, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return unsafe pread(descriptor, &bytes, count, place) == count ? bytes : nil
  }

  /// The header of a log.
  private struct Header {
    let pageSize: Int
    let salts: (UInt32, UInt32)
    let sum: LogSum

    /// Nil when it is no log, or when its own sum is wrong, which SQLite takes for an empty log.
    init?(_ bytes: [UInt8]) {
      let magic = Self.number(bytes, 0)
      guard magic & ~1 == 0x377F_0682 else { return nil }
      pageSize = Int(Self.number(bytes, 8))
      guard pageSize >= 512, pageSize <= 65_536, pageSize & (pageSize - 1) == 0 else {
        return nil
      }
      salts = (Self.number(bytes, 16), Self.number(bytes, 20))
      var sum = LogSum(0, 0, isBigEndian: magic & 1 == 1)
      unsafe bytes.withUnsafeBytes { unsafe sum.add(UnsafeRawBufferPointer(rebasing: $0[..<24])) }
      guard sum.first == Self.number(bytes, 24), sum.second == Self.number(bytes, 28) else {
        return nil
      }
      self.sum = sum
    }

    /// Whether a frame continues the log; takes its bytes into the sum.
    func follows(_ frame: [UInt8], _ sum: inout LogSum) -> Bool {
      guard Self.number(frame, 8) == salts.0, Self.number(frame, 12) == salts.1 else {
        return false
      }
      unsafe frame.withUnsafeBytes {
        unsafe sum.add(UnsafeRawBufferPointer(rebasing: $0[..<8]))
        unsafe sum.add(UnsafeRawBufferPointer(rebasing: $0[24...]))
      }
      return sum.first == Self.number(frame, 16) && sum.second == Self.number(frame, 20)
    }

    /// Four bytes, highest first.
    static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
}
