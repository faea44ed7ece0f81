// SPDX-License-Identifier: Apache-2.0

/// The sentences of reasons and advice in errors, each with the number that encodes it.
///
/// The number is the first four bytes of the SHA-256 of the sentence, little-endian. Two versions
/// of the library therefore use the same number for a sentence without sharing a list.
/// `Scripts/reasons.py` writes the rows.
enum ReasonTable {
  /// A sentence, and the number that encodes it.
  struct Row: Sendable {
    let number: UInt32
    let text: StaticString

    init(_ number: UInt32, _ text: StaticString) {
      self.number = number
      self.text = text
    }
  }

  /// Returns the number that encodes a sentence; nil if the table does not contain the sentence.
  static func number(of text: StaticString) -> UInt32? {
    rows.first { row in
      row.text.utf8CodeUnitCount == text.utf8CodeUnitCount && "\(row.text)" == "\(text)"
    }?.number
  }

  /// Returns the sentence that a number encodes; nil if the table of this version does not contain
  /// the number.
  static func text(of number: UInt32) -> StaticString? {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].number == number { return rows[middle].text }
      if rows[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
