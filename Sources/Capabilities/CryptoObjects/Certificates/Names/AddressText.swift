// SPDX-License-Identifier: Apache-2.0

/// Addresses of hosts.
enum AddressText {
  /// An address of 4 or 16 bytes as people write it (RFC 5952 4); nil for another length.
  static func text(_ bytes: [UInt8]) -> String? {
    switch bytes.count {
    case 4: bytes.map { String($0) }.joined(separator: ".")
    case 16: groups(stride(from: 0, to: 16, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) })
    default: nil
    }
  }

  /// The longest run of two zeros and more, the first of several, is left out.
  private static func groups(_ groups: [Int]) -> String {
    var run = 0..<0
    for start in groups.indices {
      let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
      if end - start > max(run.count, 1) { run = start..<end }
    }
    func text(_ part: ArraySlice<Int>) -> String {
      part.map { String($0, radix: 16) }.joined(separator: ":")
    }
    return run.isEmpty
      ? text(groups[...]) : text(groups[..<run.lowerBound]) + "::" + text(groups[run.upperBound...])
  }
}
