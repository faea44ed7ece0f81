// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainTypes
import SecureMemory

/// What the kernel's keyring of the user holds for one store, as /proc/keys lists it.
struct HeldKeys {
  /// How the names of its entries begin.
  private let beginning: String

  /// - Parameter directory: of the store, which has a keybag.
  init(directory: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: directory + "/keybag")))
    beginning = "latchkey:" + (try LockedKeybag(decoding: bytes).image.store.uuidText) + ":"
  }

  /// The names of what is there and can be read, each once.
  ///
  /// An entry that another has taken the place of has its name, and is listed until all processors
  /// have come by: milliseconds, longer on a busy machine.
  var names: [String] {
    get throws {
      let found = try Self.entries().filter {
        $0[7] == "user" && $0[8].hasPrefix(beginning) && $0[3] != "expd"
      }
      return Set(found.map { String($0[8].dropLast()) }).sorted()
    }
  }

  /// All entries of this project that the kernel gives to this user, of whatever store.
  var all: [String] {
    get throws {
      try Self.entries().filter { $0[8].hasPrefix("latchkey:") && $0[1].first == "I" }
        .map { $0.joined(separator: " ") }
    }
  }

  /// The lines of /proc/keys by their words, without what the kernel gives to nobody and removes
  /// when it gets round to it: revoked, dead, negative or invalidated entries.
  private static func entries() throws -> [[Substring]] {
    try KernelFile.text("/proc/keys").split(separator: "\n").map { $0.split(separator: " ") }
      .filter { words in
        words.count > 8 && words[1].allSatisfy { !"RDNi".contains($0) }
      }
  }

  /// The same, each by the word behind its passcode's salt: `unlock` or `first`.
  var kinds: [String] {
    get throws {
      try names.compactMap { $0.split(separator: ":").last.map(String.init) }.sorted()
    }
  }

  /// What stands in them.
  var contents: [[UInt8]] {
    get throws {
      let holder = SystemKeyHolder(clock: SystemClock())
      return try names.compactMap {
        holder.held($0)?.withBytes { bytes in bytes.indices.map { bytes[$0] } }
      }
    }
  }

  /// Leaves none behind.
  func dropAll() {
    let holder = SystemKeyHolder(clock: SystemClock())
    for name in (try? names) ?? [] { holder.drop(name) }
  }
}
