// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc
import SecureMemory

/// Searches the memory of this process for a passphrase after it was answered and released.
enum MemorySearch {
  /// - Parameter shifted: the passphrase with 1 added to each byte, so that the search text itself
  ///   does not match.
  static func run(_ path: String, home: String, shifted: String) {
    // The passphrase must be found while it is held, or the search proves nothing.
    let held = Asking.answer(path, home: home)
    let there = find(shifted)
    Asking.say(there ? "held" : "never seen")
    _ = consume held
    Residue.wipe()
    Asking.say(find(shifted) ? "still there" : "gone")
  }

  private static func find(_ shifted: String) -> Bool {
    guard let maps = unsafe fopen("/proc/self/maps", "r") else { return false }
    defer { unsafe fclose(maps) }
    let memory = unsafe open("/proc/self/mem", O_RDONLY)
    defer { close(memory) }
    var line = [CChar](repeating: 0, count: 4096)
    var isFound = false
    while unsafe fgets(&line, Int32(line.count), maps) != nil {
      let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
      let bounds = words[0].split(separator: "-").compactMap { Int($0, radix: 16) }
      guard bounds.count == 2, words[1].hasPrefix("rw") else { continue }
      if contains(memory, bounds[0]..<bounds[1], Array(shifted.utf8)) { isFound = true }
    }
    return isFound
  }

  private static func contains(_ memory: Int32, _ range: Range<Int>, _ shifted: [UInt8]) -> Bool {
    var page = [UInt8](repeating: 0, count: 1 << 16)
    // Wipes the buffer, so that the next search does not find the passphrase in it.
    defer { for index in page.indices { page[index] = 0 } }
    var place = range.lowerBound
    while place < range.upperBound {
      let wanted = min(page.count, range.upperBound - place)
      let count = unsafe pread(memory, &page, wanted, place)
      guard count > 0 else { return false }
      for start in 0..<max(0, count - shifted.count) where page[start] &+ 1 == shifted[0] {
        let isMatch = shifted.indices.allSatisfy { page[start + $0] &+ 1 == shifted[$0] }
        if isMatch { return true }
      }
      // The next piece begins with the last bytes of this one: a passphrase may cross the boundary.
      place += count == wanted && place + count < range.upperBound ? count - shifted.count : count
    }
    return false
  }
}
