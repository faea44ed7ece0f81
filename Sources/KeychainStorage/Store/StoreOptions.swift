// SPDX-License-Identifier: Apache-2.0
package import KeychainFiles
package import KeychainTypes

/// How a store is opened.
///
/// The defaults are those of every program but tests.
package struct StoreOptions: Sendable {
  /// Whether a store on a network file system is taken (`LATCHKEY_ALLOW_NETWORK_FS=1`).
  package var allowsNetworkFileSystem = false
  /// What kind of file system a path lies on; tests give their own answer.
  package var fileSystemKind: @Sendable (String) -> FileSystemKind? = { FileSystemKind.of($0) }
  /// How long a call waits for another writer, in milliseconds (DESIGN section 5).
  package var busyLimit = 5_000
  /// How long writers may join a transaction that is open, in milliseconds.
  package var joiningLimit = 50
  /// How long a connection that reads takes it for granted that the store is still in its place, in
  /// microseconds (Documentation/Decisions/store-in-place.md).
  package var placeLimit = 1_000
  /// Whether closing leaves database, log and mark as they are, though nobody else has them open:
  /// for who only looks.
  package var leavesFiles = false
  /// Faults to inject; nil outside tests.
  package var gate: FileGate?
  /// Bytes of a page of a new store (Documentation/Decisions/page-size.md).
  package var pageSize = 512

  package init() {}
}
