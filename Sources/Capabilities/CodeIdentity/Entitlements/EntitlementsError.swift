// SPDX-License-Identifier: Apache-2.0

/// Why an entitlements file is void.
///
/// A void file gives no group at all: falling back to another identity would put the program's
/// items silently under another name (spec code-identity 8, row 54).
package enum EntitlementsError: Error, Hashable {
  /// The file exists and cannot be read; the error number says why.
  case unreadable(errno: Int32)
  /// A directory, a pipe or a device has the file's name.
  case notAFile
  /// More bytes than `EntitlementsFile.sizeLimit`.
  case tooLarge
  /// Neither an XML nor a binary property list, or a broken one.
  case notAPropertyList
  /// A property list whose outermost value is no dictionary.
  case notADictionary
  /// The named entitlement has a value of another type than it must have.
  case wrongType(key: String)
  /// The named entitlement holds an empty name.
  case emptyName(key: String)
  /// The named entitlement holds `*`, which only the operating system's own programs may have.
  case wildcard(key: String)
  /// An entitlement that is kept for the operating system's own programs.
  case reserved(key: String)
  /// Both spellings of the application identifier are there and differ.
  case conflictingIdentifiers

  /// One sentence for a person; holds no value of the file.
  package var reason: StaticString {
    switch self {
    case .unreadable: "the entitlements file cannot be read"
    case .notAFile: "the entitlements file is not a regular file"
    case .tooLarge: "the entitlements file is larger than 64 KiB"
    case .notAPropertyList: "the entitlements file is not an XML or binary property list"
    case .notADictionary: "the entitlements file does not hold a dictionary"
    case .wrongType: "an entitlement has a value of the wrong type"
    case .emptyName: "an entitlement holds an empty name"
    case .wildcard: "an entitlement asks for every group, which only system programs may"
    case .reserved: "an entitlement is kept for system programs"
    case .conflictingIdentifiers: "two different application identifiers are claimed"
    }
  }

  /// The entitlement that is to blame, where it is one.
  package var key: String? {
    switch self {
    case .wrongType(let key), .emptyName(let key), .wildcard(let key), .reserved(let key): key
    default: nil
    }
  }
}
