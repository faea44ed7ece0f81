// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Files and directories of anchors, as the system has them.
package enum AnchorFile {
  /// What tells whether a file was changed, or who may read it; of a directory, whether one of the
  /// files was that are read in it.
  package struct Stamp: Hashable, Sendable {
    let path: String
    let device: UInt
    let inode: UInt
    let size: Int
    /// Of the content and of the rights, seconds and nanoseconds.
    let times: [Int]
    let isDirectory: Bool
    var files: [Stamp] = []
  }

  /// What was read.
  package struct Contents {
    package fileprivate(set) var files: [[UInt8]] = []
    /// Whether nothing is missing for a reason that passes: descriptors, memory, a fault of the
    /// disk.
    package fileprivate(set) var isWhole = true
  }

  /// A bundle with more is not read; those of distributions have a quarter of a megabyte.
  private static let mostBytes = 16 << 20
  /// Files of a directory that are read.
  private static let mostFiles = 4096

  /// nil where there is nothing.
  package static func stamp(_ path: String) -> Stamp? {
    guard var stamp = ownStamp(path) else { return nil }
    if stamp.isDirectory {
      stamp.files = names(path).filter(isHashed).sorted().prefix(mostFiles)
        .compactMap { ownStamp("\(path)/\($0)") }
    }
    return stamp
  }

  private static func ownStamp(_ path: String) -> Stamp? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return Stamp(
      path: path, device: UInt(status.st_dev), inode: UInt(status.st_ino),
      size: Int(status.st_size),
      times: [status.st_mtim, status.st_ctim].flatMap { [Int($0.tv_sec), Int($0.tv_nsec)] },
      isDirectory: status.st_mode & S_IFMT == S_IFDIR)
  }

  /// The contents of a file, or of the files of a directory whose names are hashes with a number,
  /// in the order of names; what cannot be read is left out.
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

  /// As `openssl rehash` names them: eight digits, a point and a number.
  private static func isHashed(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 8, !parts[1].isEmpty else { return false }
    return UInt32(String(name.prefix(8)), radix: 16) != nil
      && UInt(String(name.dropFirst(9))) != nil
  }

  private static func names(_ path: String) -> [String] {
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      names.append(name)
    }
    return names
  }

  private enum Answer {
    case content([UInt8])
    case nothing
    case failed
  }

  /// Nothing as well for what is no regular file: others wait for somebody, or have no end.
  private static func read(_ path: String) -> Answer {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    // Of these the stamp tells when they change.
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
