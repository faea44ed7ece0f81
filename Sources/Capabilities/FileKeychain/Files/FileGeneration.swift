// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The identity of one version of a file, by which a reader notices that the file was replaced or
/// changed.
struct FileGeneration: Hashable, Sendable {
  private let device: UInt
  private let node: UInt
  let size: Int
  private let modified: Time
  /// The time of the last change of content, owner or mode.
  private let changed: Time

  private struct Time: Hashable {
    let seconds: Int
    let nanoseconds: Int

    init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }
  }

  init(_ status: stat) {
    device = UInt(status.st_dev)
    node = UInt(status.st_ino)
    size = Int(status.st_size)
    (modified, changed) = (Time(status.st_mtim), Time(status.st_ctim))
  }
}
