// SPDX-License-Identifier: Apache-2.0

/// Damage in a keychain file, with its place.
///
/// Every byte of a file comes from outside, so each function that reads a part of a file throws
/// this error instead of trapping.
package struct FileDamage: Error, Sendable {
  /// The way in which the file breaks a rule of its format, in one sentence without a full stop.
  package let reason: StaticString
  /// The number (`Relation.id`) of the table that contains the damage.
  ///
  /// Nil if the damage is outside the tables.
  package var table: UInt32?
  /// The number of the record that contains the damage; nil if the damage is outside the records.
  package var record: UInt32?

  package init(_ reason: StaticString, table: UInt32? = nil, record: UInt32? = nil) {
    (self.reason, self.table, self.record) = (reason, table, record)
  }

  /// The damage of a file that is not a keychain file.
  static let otherKind = FileDamage("the file does not begin as a keychain file begins")

  /// The place of the damage, for a message: for example "table 0x80000000, record 3".
  ///
  /// The place is "head" for damage outside the tables.
  package var place: String {
    guard let table else { return "head" }
    let name = "table 0x" + String(table, radix: 16)
    return record.map { "\(name), record \($0)" } ?? name
  }
}

extension FileDamage: Equatable {
  package static func == (left: FileDamage, right: FileDamage) -> Bool {
    "\(left.reason)" == "\(right.reason)" && left.table == right.table
      && left.record == right.record
  }
}
