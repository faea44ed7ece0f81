// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecureMemory

/// The path of a program's executable file.
///
/// In embedded mode a program with a false path deceives only itself, so the path is not verified.
package struct ExecutablePath: Hashable, Sendable {
  /// The path of the executable file.
  ///
  /// The path is absolute if the kernel reported it. Without /proc, the path is the name by which
  /// the program was called.
  package let path: String

  /// Makes the value from a path without changing or checking it.
  package init(_ path: String) {
    self.path = path
  }

  /// The base name of the executable: the last component of its path.
  package var name: String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.index(after: $0)...]) }
      ?? path
  }

  /// The directory that contains the executable, without a slash at its end.
  ///
  /// Empty for the root directory, and `.` for a path without a slash.
  package var directory: String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
  }

  /// Returns the path of the executable of this process.
  ///
  /// Nil if neither the kernel nor the program's arguments name it.
  package static func ofThisProcess() -> ExecutablePath? {
    guard let link = readLink("/proc/self/exe") else { return asCalled() }
    return ExecutablePath(withoutDeletedMark(link))
  }

  /// Removes the " (deleted)" that the kernel appends to the path of an executable that was
  /// replaced.
  ///
  /// An upgrade replaces the files of running programs, and a running program must keep its name
  /// then. If the file's real name ends in " (deleted)" and the file still exists, the path stays
  /// unchanged.
  private static func withoutDeletedMark(_ link: String) -> String {
    let mark = " (deleted)"
    guard link.hasSuffix(mark), !isSameFile("/proc/self/exe", link) else { return link }
    return String(link.dropLast(mark.count))
  }

  private static func isSameFile(_ first: String, _ second: String) -> Bool {
    var left = stat()
    var right = stat()
    guard unsafe stat(first, &left) == 0, unsafe stat(second, &right) == 0 else { return false }
    return left.st_dev == right.st_dev && left.st_ino == right.st_ino
  }

  private static func readLink(_ link: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe bytes.withUnsafeMutableBytes { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      return unsafe readlink(link, start.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    guard length > 0, length < bytes.count else { return nil }
    return String(decoding: bytes[..<length], as: UTF8.self)
  }

  /// Returns the name by which the program was called, for systems where /proc is not mounted.
  ///
  /// Nil in a program with rights that its user lacks (set-user-ID), because that user chooses the
  /// name.
  private static func asCalled() -> ExecutablePath? {
    guard ProcessVariable.areBelieved else { return nil }
    return ProgramArguments.programName.flatMap { $0.isEmpty ? nil : ExecutablePath($0) }
  }
}
