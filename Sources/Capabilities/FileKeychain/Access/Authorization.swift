// SPDX-License-Identifier: Apache-2.0 (table)

/// An operation that an access list permits (Specification/keychain-file-format.md, "ACL of a
/// password item").
package struct Authorization: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let any = Self(rawValue: 1)
  package static let delete = Self(rawValue: 25)
  package static let decrypt = Self(rawValue: 24)
  package static let derive = Self(rawValue: 28)
  package static let encrypt = Self(rawValue: 35)
  package static let exportClear = Self(rawValue: 37)
  package static let exportWrapped = Self(rawValue: 38)
  package static let code = Self(rawValue: 59)
  package static let sign = Self(rawValue: 115)
  package static let changeAccess = Self(rawValue: 0x1_0000)
  package static let partitionList = Self(rawValue: 0x1_0002)
  package static let integrity = Self(rawValue: 0x1_0003)

  /// The two names of an operation: in the tool `security` and in Apple's functions.
  ///
  /// The tool prints a word (`tool`), for example `export_clear`. Apple's functions have a constant
  /// `kSecACLAuthorization…`, whose ending is `function`: for example `ExportClear`.
  package struct Names: Sendable {
    package let authorization: Authorization
    package let tool: String
    package let function: String
  }

  /// Every operation with its names, in the order of their numbers.
  // swift-format-ignore
  package static let all: [Names] = [
    row(1, "any", "Any"),
    row(17, "db_delete", "KeychainItemDelete"),
    row(19, "db_insert", "KeychainItemInsert"),
    row(20, "db_modify", "KeychainItemModify"),
    row(21, "db_read", "KeychainItemRead"),
    row(22, "dbs_create", "KeychainCreate"),
    row(23, "dbs_delete", "KeychainDelete"),
    row(24, "decrypt", "Decrypt"),
    row(25, "delete", "Delete"),
    row(28, "derive", "Derive"),
    row(35, "encrypt", "Encrypt"),
    row(37, "export_clear", "ExportClear"),
    row(38, "export_wrapped", "ExportWrapped"),
    row(41, "genkey", "GenKey"),
    row(47, "import_clear", "ImportClear"),
    row(48, "import_wrapped", "ImportWrapped"),
    row(57, "login", "Login"),
    row(59, "mac", "MAC"),
    row(115, "sign", "Sign"),
    row(0x1_0000, "change_acl", "ChangeACL"),
    row(0x1_0001, "change_owner", "ChangeOwner"),
    row(0x1_0002, "partition_id", "PartitionID"),
    row(0x1_0003, "integrity", "Integrity"),
  ]

  private static func row(_ number: UInt32, _ tool: String, _ function: String) -> Names {
    Names(authorization: Authorization(rawValue: number), tool: tool, function: function)
  }

  /// The word of `security` for the operation (Specification/security-cli.md, "Printing an access
  /// list").
  ///
  /// The word of an unknown operation is `tag=` with its number.
  package var word: String {
    Self.all.first { $0.authorization == self }?.tool ?? "tag=\(rawValue)"
  }
}
