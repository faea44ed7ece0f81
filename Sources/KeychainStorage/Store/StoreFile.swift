// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc

/// What can be seen of the database file from outside, before SQLite touches it.
///
/// The file is never opened here: closing a descriptor of it would drop the locks that other
/// connections of this process hold on it (spec/system-libraries.md 20).
package enum StoreFile {
  /// Refuses what is plainly no store of this user.
  ///
  /// - Parameter allowsNetwork: Whether a network file system is taken all the same.
  static func examine(_ path: String, allowsNetwork: Bool) throws(StorageError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      throw errno == ENOENT
        ? refusal(.missing, path) : refusal(.unreadable(errno: errno), path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw refusal(.notAStore, path) }
    guard status.st_uid == geteuid() else {
      throw refusal(.foreignOwner(status.st_uid), path)
    }
    guard status.st_size > 0 else { throw refusal(.empty, path) }
    guard status.st_size >= 512 else { throw refusal(.truncated, path) }
    guard unsafe access(path, R_OK) == 0 else {
      throw refusal(.unreadable(errno: errno), path)
    }
    try examineFileSystem(path, allowsNetwork: allowsNetwork)
  }

  /// What a path names: the number of its file system and its own there.
  struct Place: Hashable, Sendable {
    let device: UInt64
    let file: UInt64
  }

  /// The file that has the name now; nil when none has.
  static func place(_ path: String) -> Place? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return Place(device: UInt64(status.st_dev), file: UInt64(status.st_ino))
  }

  /// Refuses directories on network file systems.
  static func examineFileSystem(
    _ path: String, allowsNetwork: Bool
  ) throws(StorageError) {
    guard !allowsNetwork else { return }
    var system = statfs()
    guard unsafe statfs(path, &system) == 0 else { return }
    if isNetwork(UInt32(truncatingIfNeeded: system.f_type)) {
      throw refusal(.networkFileSystem, path)
    }
  }

  /// Whether a file system type (`statfs(2)`) is one that lives on other machines.
  ///
  /// FUSE and 9P are not counted: both carry local files more often than remote ones.
  package static func isNetwork(_ type: UInt32) -> Bool {
    networkTypes.contains(type)
  }

  private static let networkTypes: Set<UInt32> = [
    0x6969,  // NFS
    0x517B,  // SMB
    0xFE53_4D42,  // SMB2
    0xFF53_4D42,  // CIFS
    0x5346_414F,  // OpenAFS
    0x6B41_4653,  // AFS
    0x7375_7245,  // Coda
    0x564C,  // NCP
    0x00C3_6400,  // Ceph
    0x7461_636F,  // OCFS2
    0x0116_1970,  // GFS2
    0x0BD0_0BD0,  // Lustre
  ]

  /// Whether files can be made in a directory.
  static func canWrite(in directory: String) -> Bool { unsafe access(directory, W_OK) == 0 }

  /// The bytes of a file; 0 when it is not there.
  static func size(_ path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  static func refusal(_ reason: StoreRefusal.Reason, _ path: String) -> StorageError {
    .refused(StoreRefusal(reason, path: path))
  }
}
