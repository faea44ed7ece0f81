// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// Where `latchkey-prompt` is looked for when no variable names it.
package enum HelperPlaces {
  private static let usual = ["/usr/local/libexec", "/usr/libexec"].map { $0 + "/latchkey-prompt" }

  /// In the order in which they are tried: those of the system, then the one beside the running
  /// program, as `make install PREFIX=...` leaves it; set-id programs look at the system's alone.
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

  /// What of these is a program that may be started.
  static var found: String? { all.first { isUsable($0) } }

  /// `../libexec/latchkey-prompt`, seen from a program's directory; nil for a path that has none.
  package static func beside(_ program: String) -> String? {
    let names = program.split(separator: "/")
    guard program.hasPrefix("/"), names.count >= 2 else { return nil }
    return names.dropLast(2).map { "/\($0)" }.joined() + "/libexec/latchkey-prompt"
  }

  /// Whether it is a program, and where nobody but root and this user puts one.
  ///
  /// Seen from a program in `/tmp/x`, that would be in `/tmp`. Who may write into the directory
  /// may exchange the program in it, so that no group may either; who may write further up may
  /// exchange the directory, unless names there stay with their owners. No link is followed.
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

  /// The places whose program is not used, as somebody else could have put it there.
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
