// SPDX-License-Identifier: Apache-2.0
import Glibc
import UserFiles

/// Reads the files and directories that contain the system's trust anchors.
package enum AnchorFile {
  /// The state of a file or directory on disk, compared later to notice a change.
  ///
  /// Two stamps differ if the file was replaced or written, or if its access rights were changed.
  /// The stamp of a directory includes the stamps of the files that are read in the directory.
  package struct Stamp: Hashable, Sendable {
    let path: String
    let device: UInt
    let inode: UInt
    let size: Int
    /// The last change of the file's content, and the last change of its status (for example its
    /// rights).
    ///
    /// Each of the two times is a number of seconds followed by a number of nanoseconds.
    let times: [Int]
    let isDirectory: Bool
    var files: [Stamp] = []
  }

  /// The contents of the anchor files that were read, and whether all of them could be read.
  package struct Contents {
    package fileprivate(set) var files: [[UInt8]] = []
    /// False if a file could not be read for a temporary reason, such as a disk error.
    ///
    /// Other temporary reasons are a lack of file descriptors or of memory.
    package fileprivate(set) var isWhole = true
  }

  /// The size of the largest bundle of certificates that is read, in bytes.
  ///
  /// The bundles of Linux distributions have about a quarter of a megabyte.
  private static let mostBytes = 16 << 20
  /// The greatest number of files that are read in one directory.
  private static let mostFiles = 4096

  /// Returns the state of a file or directory, or nil if the path does not exist.
  package static func stamp(_ path: String) -> Stamp? {
    guard var stamp = ownStamp(path) else { return nil }
    if stamp.isDirectory {
      stamp.files = FolderNames.all(in: path).filter(isHashed).prefix(mostFiles)
        .compactMap { ownStamp("\(path)/\($0)") }
    }
    return stamp
  }

  /// Returns the state of the file or symbolic link at a path, or nil if the path does not exist.
  ///
  /// A link is not followed: the result is the state of the link itself.
  static func stampOfLink(_ path: String) -> Stamp? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? stamp(path, status) : nil
  }

  private static func ownStamp(_ path: String) -> Stamp? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? stamp(path, status) : nil
  }

  private static func stamp(_ path: String, _ status: stat) -> Stamp {
    Stamp(
      path: path, device: UInt(status.st_dev), inode: UInt(status.st_ino),
      size: Int(status.st_size),
      times: [status.st_mtim, status.st_ctim].flatMap { [Int($0.tv_sec), Int($0.tv_nsec)] },
      isDirectory: status.st_mode & S_IFMT == S_IFDIR)
  }

  /// Reads the anchor file, or the certificate files of the directory, that a stamp describes.
  ///
  /// The certificate files of a directory are read in the order of their names. The name of a
  /// certificate file is a hash and a number. A file that cannot be read is left out.
  package static func contents(_ stamp: Stamp) -> Contents {
    var contents = Contents()
    for path in stamp.isDirectory ? stamp.files.map(\.path) : [stamp.path] {
      switch read(path) {
      case .content(let bytes): contents.files.append(bytes)
      case .nothing: continue
      case .failed: contents.isWhole = false
      }
    }
    return contents
  }

  /// True if the file name has the form that `openssl rehash` gives to certificate files.
  ///
  /// The form is eight hexadecimal digits, a dot and a number.
  private static func isHashed(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 8, !parts[1].isEmpty else { return false }
    return UInt32(String(name.prefix(8)), radix: 16) != nil
      && UInt(String(name.dropFirst(9))) != nil
  }

  private enum Answer {
    case content([UInt8])
    case nothing
    case failed
  }

  /// Reads one file, and returns its content if it is a regular file.
  ///
  /// If the file is missing, forbidden, too large or not regular, the result is `nothing`. If the
  /// file cannot be read for a temporary reason, the result is `failed`. A file that is not regular
  /// is not read: a FIFO would wait for a writer, and a device may have no end.
  private static func read(_ path: String) -> Answer {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    // The stamp includes access rights and existence, so a later change of them is noticed.
    guard file >= 0 else {
      return [ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENXIO].contains(errno) ? .nothing : .failed
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return .nothing
    }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe Glibc.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return .failed }
      guard count > 0 else { return .content(content) }
      content += buffer[..<count]
      guard content.count <= mostBytes else { return .nothing }
    }
  }
}
