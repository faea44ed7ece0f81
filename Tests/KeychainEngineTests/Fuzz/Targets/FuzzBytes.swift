// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// Takes values from the front of a fuzzer's input, and zeros after its end, so that every input is
/// valid.
struct FuzzBytes {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func number() -> UInt64 { (0..<8).reduce(0) { $0 | UInt64(byte()) << ($1 * 8) } }

  /// Takes a string of bytes, which has its length in front.
  mutating func string() -> [UInt8] {
    let count = Int(byte()) | Int(byte()) << 8
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}

/// Random bytes that are equal in every run, so that an input always has one meaning.
struct FuzzRandomness: RandomnessSource {
  func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomnessError) {
    for place in bytes.indices { bytes[place] = UInt8(truncatingIfNeeded: place &* 37 &+ 11) }
  }
}
