// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// A preference domain, which has a search list and a default keychain
/// (Specification/file-keychain.md, "Default keychain, search list, preferences").
public enum SecPreferencesDomain: Int32, Sendable {
  /// The preferences of the user.
  case user = 0
  /// The preferences of the system, for sessions without a user.
  case system = 1
  /// The keychains that are in the search list of every user.
  case common = 2
  /// The keychains of smart cards, which do not exist here.
  case dynamic = 3
}
