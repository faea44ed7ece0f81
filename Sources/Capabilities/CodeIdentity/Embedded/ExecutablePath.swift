// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecureMemory

/// Where the running program's executable lies.
///
/// In embedded mode there is nobody to deceive but the program itself, so the path is text.
package struct ExecutablePath: Hashable, Sendable {
  /// Absolute path of the file.
  package let path: String

  /// Takes a path as it is.
  package init(_ path: String) {
    self.path = path
  }

  /// The last component.
  package var name: String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.index(after: $0)...]) }
      ?? path
  }

  /// The directory of the file, without a slash at its end; empty for the root.
  package var directory: String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
  }

  /// The executable of this process; nil where the system does not tell.
  package static func ofThisProcess() -> ExecutablePath? {
    guard let link = readLink("/proc/self/exe") else { return asCalled() }
    return ExecutablePath(withoutDeletedMark(link))
  }

  /// Takes away the " (deleted)" that the kernel adds once the file has been replaced.
  ///
  /// Each upgrade does that to running programs, and they keep their name. A file whose own name
  /// ends so still lies at that path.
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

  /// What the program was called as; used where /proc is not mounted.
  ///
  /// Nil in a program that has rights which its caller lacks, as the caller chooses the text.
  private static func asCalled() -> ExecutablePath? {
    guard ProcessVariable.areBelieved else { return nil }
    return ProgramArguments.programName.flatMap { $0.isEmpty ? nil : ExecutablePath($0) }
  }
}
