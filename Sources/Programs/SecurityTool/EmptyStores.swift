// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainEngine
import KeychainTypes
import UserFiles

/// An empty store in a temporary directory, on which `explain` rehearses calls of a user who has no
/// store yet.
///
/// The store is made at the first call of `session`, and is removed with this object. A real store,
/// and no imitation, so that a call gets the status that it would get after making the user's
/// store.
final class EmptyStores {
  private let parent: String
  private var made: (engine: Engine, directory: String)?

  /// - Parameter parent: The directory in which the temporary directory is made.
  init(in parent: String) { self.parent = parent }

  deinit {
    guard let directory = made?.directory else { return }
    // The engine is closed before its files are removed.
    made = nil
    for name in FolderNames.all(in: directory) { unsafe unlink(directory + "/" + name) }
    unsafe rmdir(directory)
  }

  /// Returns the session of a program on the empty store.
  ///
  /// - Throws: -25294 if no temporary directory can be made; the error with which opening fails.
  func session(as caller: Caller) throws(KeychainError) -> Session {
    if let made { return made.engine.session(as: caller) }
    var name = Array((parent + "/latchkey-empty-XXXXXX").utf8CString)
    let isMade = unsafe name.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
    }
    let directory = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard isMade else {
      throw KeychainError(
        .noSuchKeychain, "there is no store, and no temporary directory for an empty one",
        context: .path(parent), advice: "set TMPDIR to a directory in which you may write")
    }
    do throws(KeychainError) {
      let engine = try Engine.open(StoreLocation(directory: directory), environment: .system)
      made = (engine, directory)
      return engine.session(as: caller)
    } catch {
      for name in FolderNames.all(in: directory) { unsafe unlink(directory + "/" + name) }
      unsafe rmdir(directory)
      throw error
    }
  }
}
