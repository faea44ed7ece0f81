// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// The paths where Latchkey looks for the program `latchkey-prompt`, unless another path is
/// configured.
package enum HelperPlaces {
  private static let usual = ["/usr/local/libexec", "/usr/libexec"].map { $0 + "/latchkey-prompt" }

  /// All paths where `latchkey-prompt` may be installed, in the order in which they are tried.
  ///
  /// First are the paths of the system. Last is `../libexec` beside the running program, where
  /// `make install PREFIX=...` installs it. A program with rights that its user lacks (set-user-ID)
  /// uses the paths of the system only.
  package static var all: [String] {
    var link = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe link.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      return unsafe readlink(
        "/proc/self/exe", start.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    guard latchkey_has_borrowed_rights() == 0, length > 0, length < link.count,
      let place = beside(String(decoding: link[..<length], as: UTF8.self))
    else { return usual }
    return usual + [place]
  }

  /// The path of the installed `latchkey-prompt`: the first of `all` that `isUsable` accepts.
  ///
  /// Nil if it is not installed.
  static var found: String? { all.first { isUsable($0) } }

  /// Returns the path `../libexec/latchkey-prompt`, relative to the directory of `program`.
  ///
  /// Nil if `program` is not an absolute path in a directory.
  package static func beside(_ program: String) -> String? {
    let names = program.split(separator: "/")
    guard program.hasPrefix("/"), names.count >= 2 else { return nil }
    return names.dropLast(2).map { "/\($0)" }.joined() + "/libexec/latchkey-prompt"
  }

  /// True if a program is at this path, and only root or this user can have installed it.
  ///
  /// A user who can write to a directory can replace the program in it. For example, if the running
  /// program is in `/tmp/x`, one path is `/tmp/libexec/latchkey-prompt`. So neither a group nor
  /// other users may have the right to write to the program or its directory. They may write to a
  /// directory further up only if its sticky bit is set: otherwise they could replace the
  /// directories in it. Symbolic links are refused.
  package static func isUsable(_ path: String) -> Bool {
    guard PinentryProgram.isProgram(path) else { return false }
    var (place, depth) = (path[...], 0)
    while let slash = place.lastIndex(of: "/") {
      guard isOurs(String(place), isFurtherUp: depth > 1) else {
        return false
      }
      (place, depth) = (place[..<slash], depth + 1)
    }
    return isOurs("/", isFurtherUp: true)
  }

  /// The paths of `latchkey-prompt` that are not used, because another user could have installed
  /// it.
  package static var exposed: [String] {
    all.filter { PinentryProgram.isProgram($0) && !isUsable($0) }
  }

  private static func isOurs(_ path: String, isFurtherUp: Bool) -> Bool {
    var about = stat()
    guard unsafe lstat(path, &about) == 0, about.st_mode & S_IFMT != S_IFLNK,
      [0, geteuid()].contains(about.st_uid)
    else { return false }
    let isOpen = about.st_mode & (S_IWGRP | S_IWOTH) != 0
    return !isOpen || (isFurtherUp && about.st_mode & S_ISVTX != 0)
  }
}
