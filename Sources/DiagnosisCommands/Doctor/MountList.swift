// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// The kernel's list of mounts (proc(5), mountinfo).
enum MountList {
  /// The kind of the file system at a path, as "ext4"; nil where the list does not have it.
  static func kind(at path: String) -> String? {
    var about = stat()
    guard unsafe stat(path, &about) == 0 else { return nil }
    let device = UInt64(about.st_dev)
    let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
    let minor = device & 0xFF | device >> 12 & ~0xFF
    let list = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
    for line in list.split(separator: "\n").reversed() {
      let words = line.split(separator: " ")
      guard words.count > 2, words[2] == "\(major):\(minor)",
        let hyphen = words.firstIndex(of: "-"), words.count > hyphen + 1
      else { continue }
      return String(words[hyphen + 1])
    }
    return nil
  }
}
