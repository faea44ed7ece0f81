// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The actions of commands in a home without a store, which may have keychain files.
package struct StoreAbsence {
  /// Returns the service of an empty store, through which a program sees no item.
  ///
  /// Calls are rehearsed on this store. The store is not one of the user's, and ends with the
  /// command.
  let emptyStore: (Caller) throws(KeychainError) -> StoreAccess.Service
  /// Returns the error with which making the user's store would fail; nil if nothing is in the way.
  ///
  /// Nothing is made.
  let obstacle: () -> KeychainError?
  /// Copies the keychain files, the lists of keychains and the trust settings into a new directory.
  let copyFiles: (_ directory: String) throws(KeychainError) -> Void

  package init(
    emptyStore: @escaping (Caller) throws(KeychainError) -> StoreAccess.Service,
    obstacle: @escaping () -> KeychainError? = { nil },
    copyFiles: @escaping (_ directory: String) throws(KeychainError) -> Void
  ) {
    (self.emptyStore, self.obstacle, self.copyFiles) = (emptyStore, obstacle, copyFiles)
  }
}

extension Invocation {
  /// The directory in which the user's store would be, if there is no store yet; otherwise nil.
  var placeOfMissingStore: String? {
    guard let place = try? store.place(), !place.isMade else { return nil }
    return place.directory
  }
}
