// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The identity of one version of a file, by which a reader notices that the file was replaced or
/// changed.
struct FileGeneration: Hashable, Sendable {
  private let device: UInt
  private let node: UInt
  let size: Int
  private let modified: [Int]

  init(_ status: stat) {
    device = UInt(status.st_dev)
    node = UInt(status.st_ino)
    size = Int(status.st_size)
    modified = [
      Int(status.st_mtim.tv_sec), status.st_mtim.tv_nsec, Int(status.st_ctim.tv_sec),
      status.st_ctim.tv_nsec,
    ]
  }
}
