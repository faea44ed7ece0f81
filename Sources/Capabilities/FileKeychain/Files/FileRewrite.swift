// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// A rewrite of a keychain file in two steps: the new content is written beside the file and
/// synced, and then gets the file's name.
///
/// The rewrite holds the file's lock from its beginning to its end. Several files are first all
/// written, and then named one after the other (`rewrite`).
final class FileRewrite {
  /// Makes the new content of a file; nil to leave the file as it is.
  typealias Change = (KeychainImage) throws(FileFailure) -> [UInt8]?

  private let file: KeychainFile
  private let lock: FileLock
  private let isCounted: Bool
  /// The written content, which does not have the file's name yet.
  private var prepared: Prepared?
  private var made = OwnChange.none

  private struct Prepared {
    let before: KeychainFile.Snapshot
    let image: KeychainImage
    let draft: FileDraftFile
    /// A second name of the file with the old content; nil if the old content is not kept.
    var former: FileDraftFile?
  }

  /// Locks a file for its rewrite.
  init(of file: KeychainFile) throws(FileFailure) {
    self.file = file
    lock = try FileLock(of: file.path, file.calls, file.clock)
    isCounted = file.watch.begin(file.path)
    file.sweep()
  }

  /// Removes unnamed content, reports the change, and releases the lock.
  func end() {
    drop()
    file.watch.end(file.path, isCounted: isCounted, made)
    lock.release()
  }

  private func drop() {
    prepared?.draft.drop()
    prepared?.former?.drop()
    prepared = nil
  }

  /// The content of the file before the rewrite, as it was read last.
  func image() throws(FileFailure) -> KeychainImage { try file.read() }

  /// Writes the content that `change` makes beside the file.
  ///
  /// - Returns: false if `change` leaves the file as it is.
  func prepare(_ change: Change) throws(FileFailure) -> Bool {
    drop()
    let before = try file.snapshot()
    guard let bytes = try change(before.image) else { return false }
    // Bytes that could not be read again must not replace a sound file.
    let image = try KeychainFile.decode(bytes, after: before.image)
    let old = try file.status(following: true)
    try KeychainFile.requireWritable(old)
    let draft = try FileDraftFile(of: file.path, file.calls, file.randomness)
    prepared = Prepared(before: before, image: image, draft: draft)
    try draft.write(bytes, like: old)
    return true
  }

  /// True if no program without the lock has replaced the file since `prepare`.
  func isCurrent() throws(FileFailure) -> Bool {
    guard let prepared else { return true }
    return try file.generation() == prepared.before.generation
  }

  /// Gives the old content a second name, so that `undo` needs no room on the disk.
  ///
  /// On a file system without hard links, the old content is written again.
  func keepFormer() throws(FileFailure) {
    guard let prepared else { return }
    self.prepared?.former = try FileDraftFile(
      keeping: file.path, prepared.before.image.bytes, try file.status(following: true),
      file.calls, file.randomness)
  }

  /// Gives the written content the file's name.
  ///
  /// - Returns: the content of the file after the call.
  @discardableResult
  func commit() throws(FileFailure) -> KeychainImage {
    guard let prepared else { return try file.read() }
    try prepared.draft.replace(file.path)
    made = .replaced(prepared.before.image, by: prepared.image)
    return try file.remember(prepared.image)
  }

  /// Gives the old content the file's name again.
  ///
  /// A failure is ignored: the disk refuses every change then, and the caller reports its failure.
  func undo() {
    guard let prepared, !prepared.draft.isNamed, let former = prepared.former else { return }
    guard (try? former.replace(file.path)) != nil else { return }
    made = .none
    file.forget()
  }
}

extension FileRewrite {
  /// A failure to rewrite one of several files.
  struct Failure: Error {
    let path: String
    let failure: FileFailure
  }

  /// Rewrites several files, or leaves all as they are.
  ///
  /// Every file is locked, and every new content written and synced, before the first file gets its
  /// new content. If a file cannot get it, the files before it get their old contents back.
  ///
  /// The files are locked in the order of their paths, so that two processes do not wait for each
  /// other. A process that is killed between two files leaves the first with its new content.
  static func rewrite(
    _ changes: [(file: KeychainFile, change: Change)]
  ) throws(Failure) {
    let changes = changes.sorted { $0.file.path < $1.file.path }
    var rewrites: [FileRewrite] = []
    defer { for rewrite in rewrites.reversed() { rewrite.end() } }
    for (file, _) in changes {
      rewrites.append(
        try at(file) { () throws(FileFailure) in try FileRewrite(of: file) })
    }
    for _ in 0..<KeychainFile.mostAttempts {
      var pending: [FileRewrite] = []
      for (rewrite, entry) in zip(rewrites, changes) {
        let isChanged = try at(entry.file) { () throws(FileFailure) in
          try rewrite.prepare(entry.change)
        }
        if isChanged { pending.append(rewrite) }
      }
      var isCurrent = true
      for rewrite in pending where isCurrent {
        isCurrent = try at(rewrite.file) { () throws(FileFailure) in try rewrite.isCurrent() }
      }
      if isCurrent { return try commit(pending) }
    }
    if let file = changes.first?.file { throw Failure(path: file.path, failure: .unsteady) }
  }

  private static func commit(_ rewrites: [FileRewrite]) throws(Failure) {
    for rewrite in rewrites {
      try at(rewrite.file) { () throws(FileFailure) in try rewrite.keepFormer() }
    }
    for (place, rewrite) in rewrites.enumerated() {
      do throws(Failure) {
        try at(rewrite.file) { () throws(FileFailure) in _ = try rewrite.commit() }
      } catch {
        for named in rewrites[...place].reversed() { named.undo() }
        throw error
      }
    }
  }

  private static func at<R>(
    _ file: KeychainFile, _ body: () throws(FileFailure) -> R
  ) throws(Failure) -> R {
    do throws(FileFailure) { return try body() } catch {
      throw Failure(path: file.path, failure: error)
    }
  }
}

extension Keychain {
  /// Changes items of several keychains, after asking the user for the passwords of those that are
  /// locked.
  ///
  /// A refused change leaves every keychain as it is.
  ///
  /// - Parameter change: changes the draft of one keychain. The closure can run several times.
  static func edit(
    _ keychains: [Keychain],
    _ change: @escaping (Keychain, inout KeychainEditor) throws(EditFailure) -> Void
  ) throws(KeychainError) {
    for _ in 0..<mostReplacements {
      var changes: [(file: KeychainFile, change: FileRewrite.Change)] = []
      for keychain in keychains {
        let keys = try keychain.unlocked().keys
        changes.append(
          (
            keychain.file,
            { (image) throws(FileFailure) in try keychain.bytes(image, keys, change) }
          ))
      }
      do throws(FileRewrite.Failure) { return try FileRewrite.rewrite(changes) } catch {
        guard error.failure == .unsteady else { throw KeychainError(error.failure, error.path) }
      }
    }
    throw KeychainError(FileFailure.unsteady, keychains.first?.path ?? "")
  }

  /// Returns the content of the keychain after a change; nil if the change leaves it as it is.
  ///
  /// - Throws: `unsteady` if the file belongs to other keys than the given ones.
  private func bytes(
    _ image: KeychainImage, _ keys: KeychainKeys,
    _ change: (Keychain, inout KeychainEditor) throws(EditFailure) -> Void
  ) throws(FileFailure) -> [UInt8]? {
    var isOther = false
    do throws(EditFailure) {
      let blob = try image.database()
      isOther = !(try editing { () throws(BlobFailure) in try blob.isAuthentic(under: keys) })
      if !isOther {
        var editor = KeychainEditor(
          UnlockedKeychain(image, blob, keys), now: surroundings.clock.now(),
          surroundings.randomness)
        try change(self, &editor)
        guard editor.draft.hasChanges else { return nil }
        do throws(DraftFailure) { return try editor.draft.encode() } catch {
          throw EditFailure.draft(error)
        }
      }
    } catch {
      throw .refused(error)
    }
    throw .unsteady
  }
}
