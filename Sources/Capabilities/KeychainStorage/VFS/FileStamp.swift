// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc

/// The inode numbers, sizes and times of the last change of a store's database, log and log index.
///
/// If two stamps of a store differ, the store was changed between them.
struct FileStamp: Equatable {
  private struct Part: Equatable {
    let file: UInt64
    let size: Int64
    let seconds: Int
    let nanoseconds: Int
  }

  private let parts: [Part?]

  init(_ database: String) {
    parts = ["", "-wal", "-shm"].map { end in
      var status = stat()
      guard unsafe lstat(database + end, &status) == 0 else { return nil }
      return Part(
        file: UInt64(status.st_ino), size: Int64(status.st_size), seconds: status.st_mtim.tv_sec,
        nanoseconds: status.st_mtim.tv_nsec)
    }
  }
}
