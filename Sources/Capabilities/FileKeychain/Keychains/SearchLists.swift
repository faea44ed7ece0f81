// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The search list of a user, as far as the files that have it can be read.
package struct SearchLists: Sendable {
  package internal(set) var members: [Keychains.Member] = []
  /// The error of the user's own list; nil if it could be read.
  package internal(set) var ofUser: KeychainError?
  /// The error of the list for all users; nil if it could be read.
  package internal(set) var ofAll: KeychainError?

  /// The errors of the lists that could not be read.
  package var failures: [KeychainError] { [ofUser, ofAll].compactMap { $0 } }
}
