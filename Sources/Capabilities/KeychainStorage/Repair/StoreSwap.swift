// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes

/// Puts a finished new store in the place of an old one, whose files are moved aside.
///
/// The new database gets the name `<path>.repaired`, durably: from then on the old store is not
/// used any more. Its files get names that begin with `aside-`; then the new one gets its own.
/// Whoever opens the store after a crash in between finishes it first, so that a new database never
/// stands beside an old log.
package struct StoreSwap {
  private let path: String
  private let calls: FileCalls

  package init(_ path: String, _ options: StoreOptions) {
    self.path = path
    calls = FileCalls(gate: options.gate)
  }

  private var finished: String { path + Self.ending }
  private static let ending = ".repaired"

  /// Whether a swap was begun and not finished: then what has the database's name does not count.
  package var isPending: Bool { Self.isPending(path) }

  static func isPending(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path + ending, &status) == 0
  }

  /// Swaps in the draft `<path>.new`, which is whole and synced.
  func run(stamp: String) throws(StorageError) -> [String] {
    try move(path + ".new", finished)
    try sync(ItemStore.parent(of: path))
    return try finish(stamp: stamp)
  }

  /// Finishes a swap that was cut off, if there is one; the caller holds the directory's lock.
  ///
  /// Everybody is kept out of the old database meanwhile: who opened it before the new one had its
  /// first name may still write there.
  ///
  /// - Parameter store: the identity that the new database must have.
  /// - Throws: `refused(.strayRepair)` for anything else of its name, to which no store gives way;
  ///   `busy` while others have the old database open after so many milliseconds.
  package func finishAlone(
    of store: Identifier16, stamp: String, within milliseconds: Int
  ) throws(StorageError) {
    // Somebody else may have come first.
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

  /// Refuses what is no database of the store, by its first page, or is the old one itself.
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

  /// Goes on behind the first name.
  ///
  /// - Parameter stamp: tells the files of one repair from those of another.
  /// - Returns: the names that the old files have now.
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
    // What SQLite makes of the log, and can make again.
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
