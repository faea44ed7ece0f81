// SPDX-License-Identifier: Apache-2.0

/// The error that makes an entitlements file void.
///
/// A program with a void file has no access group at all. If the program received another identity
/// instead, it would not find its items any more, and no error would tell it why
/// (Specification/code-identity.md, "Attack matrix", row 54).
package enum EntitlementsError: Error, Hashable {
  /// The file exists but cannot be read, for the reason in `errno`.
  case unreadable(errno: Int32)
  /// The path of the file names a directory, a pipe or a device.
  case notAFile
  /// The file is larger than `EntitlementsFile.sizeLimit` bytes.
  case tooLarge
  /// The file is not a well-formed XML or binary property list.
  case notAPropertyList
  /// The property list is an array or a plain value and not a dictionary.
  case notADictionary
  /// The named entitlement has a value of the wrong type.
  case wrongType(key: String)
  /// The named entitlement contains an empty text as a name.
  case emptyName(key: String)
  /// The named entitlement contains `*`, which only the operating system's own programs may have.
  case wildcard(key: String)
  /// The named entitlement is reserved for the operating system's own programs.
  case reserved(key: String)
  /// The file has two keys for the application identifier, of iOS and of the Mac, with different
  /// values.
  case conflictingIdentifiers

  /// An English sentence for people, which says why the file is invalid.
  ///
  /// The sentence contains no value from the file.
  package var reason: StaticString {
    switch self {
    case .unreadable: "the entitlements file cannot be read"
    case .notAFile: "the entitlements file is not a regular file"
    case .tooLarge: "the entitlements file is larger than 64 KiB"
    case .notAPropertyList: "the entitlements file is not an XML or binary property list"
    case .notADictionary: "the entitlements file does not hold a dictionary"
    case .wrongType: "an entitlement has a value of the wrong type"
    case .emptyName: "an entitlement holds an empty name"
    case .wildcard: "an entitlement asks for all groups, which only system programs may do"
    case .reserved: "an entitlement is reserved for system programs"
    case .conflictingIdentifiers: "two different application identifiers are claimed"
    }
  }

  /// The key of the entitlement that makes the file invalid.
  ///
  /// Nil if the error concerns the whole file.
  package var key: String? {
    switch self {
    case .wrongType(let key), .emptyName(let key), .wildcard(let key), .reserved(let key): key
    default: nil
    }
  }
}
