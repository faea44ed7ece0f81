// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The directory for temporary files, or `/tmp` if that directory's path is long, or has blanks or
/// letters beyond ASCII.
///
/// For uses that do not work with every path. Paths of sockets have at most 107 bytes, addresses of
/// a bus escape characters, and Swift's own tools fail. Some programs print unusual paths in
/// another form than a test expects.
package enum PlainDirectory {
  package static let path: String = {
    let path = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    let isPlain = path.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "/-_.".contains($0))
    }
    return isPlain && path.utf8.count < 60 ? path : "/tmp"
  }()
}
