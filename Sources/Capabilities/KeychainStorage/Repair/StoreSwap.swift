// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes
import UserFiles

/// Replaces the files of an old store with a finished new store, and keeps the old files under
/// other names.
///
/// The new database is durably renamed to `<path>.repaired`. From then on the old store is no
/// longer used. The files of the old store get names that begin with `aside-`, and then the new
/// database gets its final name. After a crash in between, the next process to open the store
/// finishes the swap first. So a new database is never beside an old log.
package struct StoreSwap {
  private let path: String
  private let calls: FileCalls

  package init(_ path: String, _ options: StoreOptions) {
    self.path = path
    calls = FileCalls(gate: options.gate)
  }

  private var finished: String { path + Self.ending }
  private static let ending = ".repaired"

  /// True if a replacement of the store was started but not finished.
  ///
  /// In this state, the file with the name of the database must not be used.
  package var isPending: Bool { Self.isPending(path) }

  static func isPending(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path + ending, &status) == 0
  }

  /// Replaces the store with the new database `<path>.new`, which must be complete and synced.
  ///
  /// - Parameter stamp: A text in the new names of the old files, to distinguish this repair from
  ///   others.
  /// - Returns: The new names of the old files.
  func run(stamp: String) throws(StorageError) -> [String] {
    try move(path + ".new", finished)
    try sync(ItemStore.parent(of: path))
    return try finish(stamp: stamp)
  }

  /// Finishes an interrupted replacement of the store, if there is one.
  ///
  /// The caller must hold the advisory lock (`flock`) of the store's directory. If the old database
  /// still has its name, this function locks it until the replacement is finished. Without the
  /// lock, a process that already has the old database open might still write to it.
  ///
  /// - Parameters:
  ///   - store: The identity that the new database must have.
  ///   - stamp: A text in the new names of the old files, to distinguish this repair from others.
  ///   - milliseconds: The time to wait until other processes have closed the old database.
  /// - Throws: `refused(.strayRepair)` if `<path>.repaired` is not a new database of this store. No
  ///   file is renamed then. `busy` if other processes still have the old database open after
  ///   `milliseconds`.
  package func finishAlone(
    of store: Identifier16, stamp: String, within milliseconds: Int
  ) throws(StorageError) {
    // Another process may have finished the swap already.
    guard isPending else { return }
    try examine(store)
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw failure(path) }
      _ = try finish(stamp: stamp)
      return
    }
    let old = try RawDatabase(path)
    try old.lockAlone(within: milliseconds)
    _ = try finish(stamp: stamp)
    withExtendedLifetime(old) {}
  }

  /// Throws unless the first page of `<path>.repaired` shows that the file is a new database of
  /// this store.
  ///
  /// Also throws if `<path>.repaired` is a link to the old database.
  private func examine(_ store: Identifier16) throws(StorageError) {
    let stray = StoreFile.refusal(.strayRepair, finished)
    var status = stat()
    guard unsafe lstat(finished, &status) == 0 else { throw failure(finished) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      StoreFile.place(finished) != StoreFile.place(path)
    else { throw stray }
    let images = PageImages(
      try RawDatabase(finished), log: { _, _ in nil }, mark: nil,
      salt: StoreIdentity.salt(of: store))
    guard images.inFile(1)?.isSound == true else { throw stray }
  }

  /// Renames the old files, and renames the new database `<path>.repaired` to its final name.
  ///
  /// - Parameter stamp: A text in the new names of the old files, to distinguish this repair from
  ///   others.
  /// - Returns: The new names of the old files.
  private func finish(stamp: String) throws(StorageError) -> [String] {
    let directory = ItemStore.parent(of: path)
    guard let name = path.split(separator: "/").last else { return [] }
    var moved: [String] = []
    let old: [(String, FileOperation.File)] = [
      ("", .database), ("-wal", .log), ("-mark", .mark), ("-journal", .journal),
    ]
    for (end, file) in old {
      let aside = try freeName("aside-\(stamp).\(name)\(end)", in: directory)
      if calls.rename(path + end, to: "\(directory)/\(aside)", file) == 0 {
        moved.append(aside)
      } else if errno != ENOENT {
        throw failure(path + end)
      }
    }
    // SQLite makes this index from the log and can make it again.
    guard calls.remove(path + "-shm", .index) == 0 || errno == ENOENT else {
      throw failure(path + "-shm")
    }
    try sync(directory)
    try move(finished, path)
    try sync(directory)
    return moved
  }

  private func freeName(_ name: String, in directory: String) throws(StorageError) -> String {
    var status = stat()
    for number in 1...100 {
      let candidate = number == 1 ? name : "\(name).\(number)"
      if unsafe lstat("\(directory)/\(candidate)", &status) != 0 { return candidate }
    }
    throw StoreFile.refusal(.exists, "\(directory)/\(name)")
  }

  private func move(_ from: String, _ to: String) throws(StorageError) {
    guard calls.rename(from, to: to, .database) == 0 else { throw failure(from) }
  }

  private func sync(_ directory: String) throws(StorageError) {
    guard calls.sync(directory, .directory) == 0 else { throw failure(directory) }
  }

  private func failure(_ path: String) -> StorageError {
    errno == EACCES || errno == EPERM ? .readOnly : .system(errno, path)
  }
}
