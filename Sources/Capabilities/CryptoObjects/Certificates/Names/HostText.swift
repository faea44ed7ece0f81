// SPDX-License-Identifier: Apache-2.0

/// Recognizes host names in texts.
enum HostText {
  /// True if a text looks like a full host name.
  ///
  /// The labels of the name have letters, digits, hyphens and underscores. The last label has a
  /// letter. The first label may be a star.
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
