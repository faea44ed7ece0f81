// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainFiles
import KeychainPages
import KeychainTypes

/// Putting another store in the place of one that is kept from everybody else.
///
/// The caller holds the directory's lock. A kill at any point leaves the old store, or one that the
/// next opening finishes (`StoreSwap`).
extension ClosedStore {
  private var draft: String { path + ".new" }
  private var calls: FileCalls { FileCalls(gate: options.gate) }

  /// Builds a new store beside the old one and reads it once more; nothing else is changed, and
  /// nothing stays where that fails.
  package func prepare(_ content: StoreContent) throws(StorageError) {
    try log.confirm()
    try ItemStore.makeDraft(
      draft, content.identity, historyHead: content.head, epochs: content.epochs,
      options: options, content: content)
  }

  /// Puts what was prepared in place of the files, which are moved aside.
  ///
  /// - Returns: the names that the old files have now.
  package func replace(stamp: String) throws(StorageError) -> [String] {
    try StoreSwap(path, options).run(stamp: stamp)
  }

  /// Removes what was prepared.
  package func discard() { _ = ItemStore.removeDraft(draft, calls) }

  /// Prepares a copy of the store with right sums on all pages, if `isRight` says so of a copy that
  /// is read whatever the sums say.
  ///
  /// The files themselves stay as they are, to the byte.
  package func prepareCopy<E: StorageErrorConvertible>(
    _ isRight: (StoreReader) throws(E) -> Bool
  ) throws(E) -> Bool {
    do throws(StorageError) {
      try copyFiles()
    } catch {
      discard()
      throw E(error)
    }
    do throws(E) {
      guard try UncheckedStore.read(draft, of: identity, options: options, isRight) else {
        discard()
        return false
      }
    } catch {
      discard()
      throw error
    }
    do throws(StorageError) {
      try writeSums()
      return true
    } catch {
      discard()
      throw E(error)
    }
  }

  /// Database and log as they are, under the draft's name.
  private func copyFiles() throws(StorageError) {
    try StoreFile.examine(path, options)
    guard ItemStore.removeDraft(draft, calls) else { throw .system(errno, draft) }
    try copy(database.size, to: draft, .database) { database.read($0, $1) }
    try copy(log.size, to: draft + "-wal", .log) { log.read($0, $1) }
  }

  private func copy(
    _ size: Int, to target: String, _ file: FileOperation.File,
    _ read: (_ offset: Int, _ count: Int) -> [UInt8]?
  ) throws(StorageError) {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = calls.open(target, flags, file)
    guard descriptor >= 0 else {
      throw errno == EACCES || errno == EPERM ? .readOnly : .system(errno, target)
    }
    defer { close(descriptor) }
    for offset in stride(from: 0, to: size, by: 1 << 20) {
      guard let bytes = read(offset, min(1 << 20, size - offset)) else { throw .system(EIO, path) }
      guard calls.write(bytes, to: descriptor, at: Int64(offset), target, file) == 0 else {
        throw .system(errno, target)
      }
    }
  }

  /// Writes the sum of every page of the draft anew, over whatever the pages hold.
  private func writeSums() throws(StorageError) {
    guard ItemStore.removeBeside(draft, calls) else { throw .system(errno, draft) }
    let database = try RawDatabase(draft)
    let images = PageImages(database, log: { _, _ in nil }, mark: nil, salt: salt)
    guard Int(images.filePages) * images.pageSize == database.size else {
      throw StoreFile.refusal(.truncated, path)
    }
    for number in stride(from: UInt32(1), through: images.filePages, by: 1) {
      guard let image = images.inFile(number) else { throw StoreFile.refusal(.truncated, path) }
      guard !image.isSound else { continue }
      let bytes = unsafe PageTail.bytes(of: image.bytes, number: number, salt: salt)
      try database.write(bytes, at: Int(number) * images.pageSize - PageSum.size)
    }
    try database.sync()
    // Before the name: what stood beside the draft must not come back after a power failure.
    let directory = ItemStore.parent(of: path)
    guard calls.sync(directory, .directory) == 0 else { throw .system(errno, directory) }
  }
}
