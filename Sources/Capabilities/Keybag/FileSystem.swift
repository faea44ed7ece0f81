// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// The operations on small files that the keybag needs.
///
/// Tests replace the implementation, so that each operation can fail. Callers hold the store's
/// `lock` file while they write, so that no other process writes at that time.
package protocol FileSystem: Sendable {
  /// The numeric identifier of the user that must own the files.
  var owner: UInt32 { get }

  /// Reads the whole content of a regular file.
  ///
  /// The function follows no symbolic link and does not wait for pipes.
  ///
  /// - Throws: `tooLarge` beyond `limit` bytes, `notRegular` for a link, directory, pipe or device.
  func read(_ path: String, limit: Int) throws(FileError) -> FileContent

  /// Makes a file with mode 0600, writes `bytes` and waits until they are durable.
  ///
  /// - Throws: `exists` if a file has this name. After any other error the partial file remains.
  func create(_ path: String, _ bytes: Span<UInt8>) throws(FileError)

  /// Renames the file `path` to `target`.
  ///
  /// An existing `target` is replaced only if `replacing` is true.
  ///
  /// - Throws: `exists` if `target` exists and `replacing` is false.
  func rename(_ path: String, to target: String, replacing: Bool) throws(FileError)

  /// Removes a file.
  func remove(_ path: String) throws(FileError)

  /// Waits until creations, renames and removals of files in a directory are durable.
  func synchronize(directory: String) throws(FileError)
}
