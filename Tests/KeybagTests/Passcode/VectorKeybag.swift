// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainTypes
import SecureMemory
import TestVectors
import Testing

/// The keybag of a vector, as the files of a store in memory.
struct VectorKeybag {
  let memory = MemoryFileSystem()
  let clock = StillClock()
  let holder: ProcessKeyHolder

  /// - Parameter field: the name of the field with the keybag.
  init(_ vector: Vector, _ field: String = "keybag") throws {
    holder = ProcessKeyHolder(clock: clock)
    let bytes = try vector.bytes(field)
    memory["/s/device.key"] = MemoryFileSystem.File(bytes: try vector.bytes("device-key"))
    memory["/s/keybag"] = MemoryFileSystem.File(bytes: bytes)
    memory["/s/keybag.copy"] = MemoryFileSystem.File(bytes: bytes)
  }

  /// The keybag that other files of the vectors belong to.
  static func first() throws -> VectorKeybag {
    try VectorKeybag(#require(Vector.all("keybag/keybag-v2.txt").first))
  }

  var files: KeybagFiles { KeybagFiles(directory: "/s", files: memory, holder: holder) }

  static func passcode(_ vector: Vector, _ field: String = "passcode") throws -> Passcode {
    try Passcode(SecretBytes(copying: vector.bytes(field)))
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}

/// A randomness source that returns the bytes of a vector in order, and no more.
final class ScriptedRandomness: RandomnessSource {
  private let left: Lock<ArraySlice<UInt8>>

  init(_ bytes: [UInt8]) { left = Lock(bytes[...]) }

  var isUsedUp: Bool { left.withLock { $0.isEmpty } }

  func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomnessError) {
    let count = bytes.count
    let drawn = left.withLock { left in
      defer { left = left.dropFirst(count) }
      return Array(left.prefix(count))
    }
    guard drawn.count == count else { throw .timedOut }
    for place in drawn.indices { bytes[place] = drawn[place] }
  }
}
