// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainTypes
import SecureMemory

/// The keys of one store in the user's kernel keyring, as /proc/keys lists them.
struct HeldKeys {
  /// The prefix of the names of the store's entries.
  private let beginning: String

  /// - Parameter directory: the directory of a store that has a keybag.
  init(directory: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: directory + "/keybag")))
    beginning = "latchkey:" + (try LockedKeybag(decoding: bytes).image.store.uuidText) + ":"
  }

  /// The names of the readable entries, each once.
  ///
  /// A replaced entry keeps its name, and is listed until all processors have passed by. That takes
  /// milliseconds, or longer on a busy machine.
  var names: [String] {
    get throws {
      let found = try Self.entries().filter {
        $0[7] == "user" && $0[8].hasPrefix(beginning) && $0[3] != "expd"
      }
      return Set(found.map { String($0[8].dropLast()) }).sorted()
    }
  }

  /// All entries of this project that the kernel shows to this user, of every store.
  var all: [String] {
    get throws {
      try Self.entries().filter { $0[8].hasPrefix("latchkey:") && $0[1].first == "I" }
        .map { $0.joined(separator: " ") }
    }
  }

  /// Returns the lines of /proc/keys, split into words.
  ///
  /// It leaves out revoked, dead, negative and invalidated entries: the kernel returns them to no
  /// process, and removes them later.
  private static func entries() throws -> [[Substring]] {
    try KernelFile.text("/proc/keys").split(separator: "\n").map { $0.split(separator: " ") }
      .filter { words in
        words.count > 8 && words[1].allSatisfy { !"RDNi".contains($0) }
      }
  }

  /// The kinds of the entries, by the word after the passcode's salt: `unlock` or `first`.
  var kinds: [String] {
    get throws {
      try names.compactMap { $0.split(separator: ":").last.map(String.init) }.sorted()
    }
  }

  /// The contents of the entries.
  var contents: [[UInt8]] {
    get throws {
      let holder = SystemKeyHolder(clock: SystemClock())
      return try names.compactMap {
        holder.held($0)?.withBytes { bytes in bytes.indices.map { bytes[$0] } }
      }
    }
  }

  /// Drops all entries of the store.
  func dropAll() {
    let holder = SystemKeyHolder(clock: SystemClock())
    for name in (try? names) ?? [] { holder.drop(name) }
  }
}
