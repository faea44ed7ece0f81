// SPDX-License-Identifier: Apache-2.0
/// Sixteen bytes to search for, with their name.
struct SearchPattern {
  static let size = 16

  let name: String
  let bytes: [UInt8]

  init(_ name: String, _ bytes: [UInt8]) {
    precondition(bytes.count == Self.size, "a pattern of 16 bytes")
    self.name = name
    self.bytes = bytes
  }
}
