// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A path at which no file exists, on every machine.
///
/// Its last component is random, and it lies in the directory for temporary files. Fixed names like
/// `/nonexistent` exist on some machines.
package enum AbsentPath {
  package static let path: String = {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    let digits = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }
    return "\(parent)/absent-\(digits.joined())"
  }()

  /// A path below the absent directory `path`.
  package static func file(_ name: String) -> String { "\(path)/\(name)" }
}
