// SPDX-License-Identifier: Apache-2.0

extension Array where Element == UInt8 {
  /// Zero bytes, so many, for code that fills them.
  ///
  /// `[UInt8](repeating: 0, count:)` looks the array's type up in a locked table of the runtime, each
  /// time. Growing an empty array does not.
  package static func zeros(_ count: Int) -> [UInt8] {
    guard count <= 512 else { return [UInt8](repeating: 0, count: count) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { room in
      unsafe room.initializeMemory(as: UInt8.self, repeating: 0)
      unsafe room.withMemoryRebound(to: UInt8.self) { unsafe bytes.append(contentsOf: $0) }
    }
    return bytes
  }
}
