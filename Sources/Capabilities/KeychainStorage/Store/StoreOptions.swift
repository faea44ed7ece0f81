// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory
package import UserFiles

/// The options for opening a store.
///
/// Programs use the defaults, except `allowsNetworkFileSystem` and `leavesFiles`. Only tests
/// change the other options.
package struct StoreOptions: Sendable {
  /// True to accept a store on a network file system.
  ///
  /// The engine sets this to true if the environment has `LATCHKEY_ALLOW_NETWORK_FS=1`.
  package var allowsNetworkFileSystem = false
  /// A function that returns the kind of file system at a path, or nil if it is unknown.
  ///
  /// Tests set another function.
  package var fileSystemKind: @Sendable (String) -> FileSystemKind? = { FileSystemKind.of($0) }
  /// The maximum time that a call waits for another writer, in milliseconds
  /// (Specification/design.md, "Embedded or daemon").
  package var busyLimit = 5_000
  /// The time in milliseconds after the start of a transaction during which further writers may
  /// join it.
  package var joiningLimit = 50
  /// The time in microseconds for which a reading connection assumes that the path still names its
  /// file (Documentation/Decisions/store-in-place.md).
  ///
  /// After this time, the connection checks the path again.
  package var placeLimit = 1_000
  /// True if closing the store must not change its files, even if no other process has it open.
  ///
  /// The files are the database, the write-ahead log and the mark file, which says how many frames
  /// of the log are needed.
  ///
  /// Set this to inspect a store without changing it.
  package var leavesFiles = false
  /// A function with which tests make file operations fail.
  ///
  /// Nil outside tests.
  package var gate: FileGate?
  /// The page size of a new store, in bytes (Documentation/Decisions/page-size.md).
  package var pageSize = 512

  package init() {}
}
