// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// The few acts on small files that the keybag needs; a parameter, so that tests can let each fail.
///
/// Callers hold the store's `lock` file while they write: nobody else does meanwhile.
package protocol FileSystem: Sendable {
  /// The user that files must belong to.
  var owner: UInt32 { get }

  /// The whole content of a regular file; no symbolic link is followed and no pipe waited for.
  ///
  /// - Throws: `tooLarge` beyond `limit` bytes.
  func read(_ path: String, limit: Int) throws(FileError) -> FileContent

  /// Makes a file with mode 0600, writes `bytes` and waits until they are durable.
  ///
  /// - Throws: `exists` where something has the name. What was made before another error stays.
  func create(_ path: String, _ bytes: Span<UInt8>) throws(FileError)

  /// Gives the file `path` the name `target`, in place of what has it if `replacing`.
  ///
  /// - Throws: `exists` if something has the name and `replacing` is false.
  func rename(_ path: String, to target: String, replacing: Bool) throws(FileError)

  /// Removes a file's name.
  func remove(_ path: String) throws(FileError)

  /// Waits until the names in a directory are durable.
  func synchronize(directory: String) throws(FileError)
}

/// What was read of a file.
package struct FileContent: Sendable {
  /// The bytes, in memory for secrets since one of the files is a key.
  package let bytes: SecretBytes
  /// The user it belongs to.
  package let owner: UInt32
  /// Its permission bits.
  package let mode: UInt32

  /// A content, as a file system found it.
  package init(bytes: SecretBytes, owner: UInt32, mode: UInt32) {
    self.bytes = bytes
    self.owner = owner
    self.mode = mode
  }
}

/// Why an act on a file failed.
package enum FileError: Error, Hashable, Sendable {
  case absent
  case exists
  /// A symbolic link, directory, pipe or device has the name.
  case notRegular
  case tooLarge
  /// It was written, but a failure of power may take it back: what was before or what is now.
  case notDurable
  /// Any other answer of the system, by its `errno`.
  case refused(errno: Int32)
}
