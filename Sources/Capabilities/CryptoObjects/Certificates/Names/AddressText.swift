// SPDX-License-Identifier: Apache-2.0

/// Writes IP addresses as text.
enum AddressText {
  /// Returns the usual text of an IP address of 4 or 16 bytes (RFC 5952 4).
  ///
  /// Returns nil if the address has another length.
  static func text(_ bytes: [UInt8]) -> String? {
    switch bytes.count {
    case 4: bytes.map { String($0) }.joined(separator: ".")
    case 16: groups(stride(from: 0, to: 16, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) })
    default: nil
    }
  }

  /// Returns the text of an IPv6 address, from its 16-bit groups.
  ///
  /// The groups are in hexadecimal. The longest run of two or more zero groups is written as `::`,
  /// or the first one if several runs are equally long.
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
