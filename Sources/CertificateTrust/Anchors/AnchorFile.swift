// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Files and directories of anchors, as the system has them.
enum AnchorFile {
  /// What tells whether a file was changed.
  struct Stamp: Hashable, Sendable {
    let path: String
    let device: UInt
    let inode: UInt
    let size: Int
    let seconds: Int
    let nanoseconds: Int
    let isDirectory: Bool
  }

  /// A bundle with more is not read; those of distributions have a quarter of a megabyte.
  private static let mostBytes = 16 << 20
  /// Files of a directory that are read.
  private static let mostFiles = 4096

  /// nil where there is nothing.
  static func stamp(_ path: String) -> Stamp? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return Stamp(
      path: path, device: UInt(status.st_dev), inode: UInt(status.st_ino),
      size: Int(status.st_size), seconds: Int(status.st_mtim.tv_sec),
      nanoseconds: Int(status.st_mtim.tv_nsec),
      isDirectory: status.st_mode & S_IFMT == S_IFDIR)
  }

  /// The contents of a file, or of the files of a directory whose names are hashes with a number,
  /// in the order of names; what cannot be read is left out.
  static func contents(_ stamp: Stamp) -> [[UInt8]] {
    guard stamp.isDirectory else { return [read(stamp.path)].compactMap(\.self) }
    return names(stamp.path).filter(isHashed).sorted().prefix(mostFiles)
      .compactMap { read("\(stamp.path)/\($0)") }
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

  /// nil as well for what is no regular file: others wait for somebody, or have no end.
  private static func read(_ path: String) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = unsafe Glibc.read(file, &buffer, buffer.count), count > 0 {
      content += buffer[..<count]
      guard content.count <= mostBytes else { return nil }
    }
    return content
  }
}
