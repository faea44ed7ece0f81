// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A service that remembers the applications that used it (Specification/diagnostics.md,
/// "Application history").
package protocol Remembering {
  /// Returns the application history of the caller, or nil if the service keeps no history of the
  /// caller.
  func ownHistory() throws(KeychainError) -> ApplicationHistory?

  /// Returns the application histories of all programs, for the owner of the store.
  ///
  /// The program that was last seen the longest time ago comes first.
  func histories() throws(KeychainError) -> [ApplicationHistory]

  /// Returns the access groups with items that the caller cannot see now but may learn about.
  ///
  /// A group with items of several classes occurs once for each class. `lost` has the items that
  /// the caller itself made in access groups that it no longer holds. `others` has the items of
  /// other programs without entitlements, and is empty if the caller has entitlements.
  func leftBehind() throws(KeychainError) -> FormerAccess

  /// Returns the items that a program made, if the caller can see these items.
  ///
  /// Locked items are left out, because the name of the program that made them cannot be read.
  ///
  /// - Parameter identifier: the identifier of the program.
  func items(madeBy identifier: String) throws(KeychainError) -> [ItemFact]

  /// Returns the number of the caller's items that are older than the present installation of the
  /// caller's program.
  ///
  /// The program was removed and installed again, and these items survived. Nil if the program was
  /// not removed and installed again, or if no items survived.
  func olderThanInstallation() throws(KeychainError) -> FormerInstallation?

  /// Deletes the application history of a program, or of all programs.
  ///
  /// - Parameter identifier: the identifier of the program, or nil for all programs.
  /// - Returns: the number of programs whose history was deleted.
  func forgetHistory(of identifier: String?) throws(KeychainError) -> Int
}
