// SPDX-License-Identifier: Apache-2.0

/// Names of hosts.
enum HostText {
  /// Whether a text looks like the full name of a host: labels of letters, digits, hyphens and
  /// underscores, the last with a letter; the first may be a star.
  static func isOne(_ text: String) -> Bool {
    let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard text.utf8.count <= 253, labels.count >= 2, let last = labels.last else { return false }
    let named = Array(labels[0]) == [UInt8(ascii: "*")] ? labels[1...] : labels[...]
    return named.allSatisfy { isLabel($0) } && last.contains { isLetter($0) }
  }

  private static func isLabel(_ label: Substring.UTF8View) -> Bool {
    (1...63).contains(label.count) && label.first != UInt8(ascii: "-")
      && label.last != UInt8(ascii: "-")
      && label.allSatisfy { byte in
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
