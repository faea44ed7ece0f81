// SPDX-License-Identifier: Apache-2.0 (table)

/// The names that programs use for statuses, such as `errSecItemNotFound` for -25300.
package enum StatusNames {
  /// A status as its number, with a name that programs use for the number.
  package struct Row: Sendable {
    package let status: Int32
    package let name: StaticString

    init(_ status: Int32, _ name: StaticString) {
      self.status = status
      self.name = name
    }
  }

  /// Returns the name of a status, or nil if the number has no name.
  package static func name(of status: Int32) -> String? {
    (ofItems + others).first { $0.status == status }.map { "\($0.name)" }
  }

  /// Returns the status that has the given name, or nil if no status has this name.
  ///
  /// Capital and small letters count as equal.
  package static func status(named name: String) -> Int32? {
    let name = name.lowercased()
    return (ofItems + others).first { "\($0.name)".lowercased() == name }?.status
  }

  /// The names of all statuses, from which a suggestion for an unknown name is chosen.
  package static var all: [String] { (ofItems + others).map { "\($0.name)" } }

  /// The names of statuses that are missing in `keychain`, the generated list of this type.
  ///
  /// The command `security` and the functions for items return these statuses.
  private static let further = [Row(-26276, "errSecInternal"), Row(-67808, "errSecVerifyFailed")]

  /// The statuses that the command `security` and the functions for items return, with their names.
  package static var ofItems: [Row] { keychain + further }
}
