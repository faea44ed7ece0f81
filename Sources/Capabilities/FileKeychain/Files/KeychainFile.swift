// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes
package import SecureMemory
package import UserFiles

/// A keychain file: its path, and its content as this process last read it.
///
/// Any number of threads and processes may use a file at once. A writer replaces the whole file
/// under a lock, so that a reader sees the file before or after a change, and nothing in between.
package final class KeychainFile: Sendable {
  /// The absolute path of the file, without symbolic links if the file exists.
  package let path: String
  let calls: FileCalls
  let clock: any KeychainClock
  let randomness: any RandomnessSource
  let watch: KeychainWatch
  private let cache = Lock<Snapshot?>(nil)
  /// True if this object has already removed the temporary files that killed processes left behind.
  private let isSwept = Lock(false)

  /// True if this object is a copy for a rehearsal: changes stay in memory and write no file.
  let isCopy: Bool

  /// The largest file that is read, in bytes: 1 GiB.
  static let largest = 1 << 30
  /// The most attempts to read or write a file that other programs keep changing.
  static let mostAttempts = 8

  /// The content of the file at one read, with its `FileGeneration`, which shows whether the file
  /// has changed since.
  struct Snapshot: Sendable {
    let image: KeychainImage
    let generation: FileGeneration
  }

  package init(
    _ path: String, _ calls: FileCalls, _ clock: any KeychainClock,
    _ randomness: any RandomnessSource, _ watch: KeychainWatch
  ) {
    self.path = path
    (self.calls, self.clock, self.randomness, self.watch) = (calls, clock, randomness, watch)
    isCopy = false
  }

  /// Makes a copy in memory, whose changes write no file.
  ///
  /// If another program changes the file, the copy reads the file again and loses its own changes.
  init(copying other: KeychainFile) {
    path = other.path
    (calls, clock, randomness) = (other.calls, other.clock, other.randomness)
    // Changes of a copy are no events.
    watch = KeychainWatch()
    isCopy = true
    let known = other.cache.withLock { $0 }
    cache.withLock { $0 = known }
  }

  /// Returns the content of the file.
  ///
  /// The file is read only if it has changed since this process last read it.
  package func read() throws(FileFailure) -> KeychainImage { try snapshot().image }

  /// True if an ordinary file exists at the path.
  package var exists: Bool {
    var status = stat()
    return calls.look(path, .keychain, &status, following: true) == 0 && Self.isOrdinary(status)
  }

  /// True if no file exists at the path, or if the path leads to a link without a target.
  ///
  /// A directory, a FIFO, and a file in a directory that this process may not search are not
  /// missing.
  package var isMissing: Bool {
    var status = stat()
    return calls.look(path, .keychain, &status, following: true) != 0
      && FileFailure(errno: errno) == .missing
  }

  /// Replaces the content of the file by the bytes that `change` returns for the present content.
  ///
  /// - Parameter change: makes the new bytes, or returns nil to leave the file as it is. `change`
  ///   runs again if a program without the lock has replaced the file meanwhile.
  /// - Returns: the content of the file after the call.
  package func change(
    _ change: (KeychainImage) throws(FileFailure) -> [UInt8]?
  ) throws(FileFailure) -> KeychainImage {
    guard !isCopy else { return try changeCopy(change) }
    let rewrite = try FileRewrite(of: self)
    defer { rewrite.end() }
    for _ in 0..<Self.mostAttempts {
      guard try rewrite.prepare(change) else { return try rewrite.image() }
      if try rewrite.isCurrent() { return try rewrite.commit() }
    }
    throw .unsteady
  }

  /// Changes the content of a copy in memory.
  ///
  /// - Throws: `denied` if the process may not write in the file's directory: the real change would
  ///   fail too.
  private func changeCopy(
    _ change: (KeychainImage) throws(FileFailure) -> [UInt8]?
  ) throws(FileFailure) -> KeychainImage {
    let before = try snapshot()
    let directory = WholeFile.directory(of: path)
    guard unsafe faccessat(AT_FDCWD, directory, W_OK | X_OK, AT_EACCESS) == 0 else {
      throw FileFailure(errno: errno)
    }
    guard let bytes = try change(before.image) else { return before.image }
    try Self.requireWritable(status(following: true))
    let image = try Self.decode(bytes, after: before.image)
    cache.withLock { $0 = Snapshot(image: image, generation: before.generation) }
    return image
  }

  /// Creates the file with the given content, and its directory if that is missing.
  ///
  /// - Throws: `exists` if a file has the path already.
  package func create(_ bytes: [UInt8]) throws(FileFailure) {
    let image = try Self.decode(bytes)
    try makeDirectories()
    // A path that cannot have a new file leaves no lock file behind.
    try requireAbsence()
    let lock = try FileLock(of: path, calls, clock)
    defer { lock.release() }
    let isCounted = watch.begin(path)
    var made = OwnChange.none
    defer { watch.end(path, isCounted: isCounted, made) }
    sweep()
    try requireAbsence()
    let draft = try FileDraftFile(of: path, calls, randomness)
    defer { draft.drop() }
    try draft.write(bytes, like: nil)
    try draft.name(path)
    made = .created(image)
    _ = try remember(image)
  }

  /// Throws unless a new file can be made at the path.
  private func requireAbsence() throws(FileFailure) {
    var status = stat()
    guard calls.look(path, .keychain, &status, following: false) != 0 else { throw .exists }
    guard errno == ENOENT else { throw FileFailure(errno: errno) }
  }

  /// Deletes the file, and its lock file.
  ///
  /// Only the magic number at the beginning of the file is checked, so that a damaged keychain file
  /// can be deleted too.
  ///
  /// - Throws: `damaged` for a file without the magic number of keychain files. The file is
  ///   then not deleted.
  package func remove() throws(FileFailure) {
    // A file that does not exist, or is no keychain file, leaves no lock file behind.
    try requireMagic()
    let lock = try FileLock(of: path, calls, clock)
    defer { lock.release() }
    let isCounted = watch.begin(path)
    var made = OwnChange.none
    defer { watch.end(path, isCounted: isCounted, made) }
    sweep()
    guard calls.remove(path, .keychain) == 0 else { throw FileFailure(errno: errno) }
    made = .removed
    FileLock.remove(beside: path, calls)
    _ = calls.sync(WholeFile.directory(of: path), .directory)
    cache.withLock { $0 = nil }
  }

  /// Throws unless an ordinary file is at the path and begins with the magic number of keychain
  /// files.
  private func requireMagic() throws(FileFailure) {
    let (file, _) = try opened()
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4)
    let count = calls.read(&bytes, from: file, at: 0, path, .keychain)
    guard count >= 0 else { throw FileFailure(errno: errno) }
    guard count == 4, bytes.atom(at: 0) == KeychainImage.magic else { throw .damaged(.otherKind) }
  }

  /// Opens the file for reading, and returns its descriptor and properties.
  ///
  /// The caller closes the descriptor.
  ///
  /// - Throws: `notOrdinary` if the path leads to a directory, for example.
  private func opened() throws(FileFailure) -> (file: Int32, status: stat) {
    // Without O_NONBLOCK, opening a FIFO would wait for a writer.
    let file = calls.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, .keychain)
    guard file >= 0 else { throw FileFailure(errno: errno) }
    var (status, failure) = (stat(), FileFailure?.none)
    if unsafe fstat(file, &status) != 0 {
      failure = FileFailure(errno: errno)
    } else if !Self.isOrdinary(status) {
      failure = .notOrdinary
    }
    if let failure {
      close(file)
      throw failure
    }
    return (file, status)
  }

  func snapshot() throws(FileFailure) -> Snapshot {
    let known = cache.withLock { $0 }
    if let known, try generation() == known.generation { return known }
    for _ in 0..<Self.mostAttempts {
      if let snapshot = try fresh(after: known?.image) {
        cache.withLock { $0 = snapshot }
        return snapshot
      }
    }
    throw .unsteady
  }

  /// Reads the file; nil if the file changed during the read.
  ///
  /// - Parameter known: the content that this process read before; nil at the first read. Its
  ///   descriptions of tables are taken over if the meta tables have not changed.
  private func fresh(after known: KeychainImage?) throws(FileFailure) -> Snapshot? {
    let (file, first) = try opened()
    defer { close(file) }
    let generation = FileGeneration(first)
    guard generation.size <= Self.largest else { throw .tooLarge }
    var bytes = [UInt8](repeating: 0, count: generation.size)
    if !bytes.isEmpty {
      let count = calls.read(&bytes, from: file, at: 0, path, .keychain)
      guard count >= 0 else { throw FileFailure(errno: errno) }
      guard count == bytes.count else { return nil }
    }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, FileGeneration(status) == generation else { return nil }
    return Snapshot(image: try Self.decode(bytes, after: known), generation: generation)
  }

  static func decode(
    _ bytes: [UInt8], after known: KeychainImage? = nil
  ) throws(FileFailure) -> KeychainImage {
    guard bytes.count <= largest else { throw .tooLarge }
    do throws(FileDamage) {
      return try KeychainImage(decoding: bytes, after: known)
    } catch {
      throw .damaged(error)
    }
  }

  func remember(_ image: KeychainImage) throws(FileFailure) -> KeychainImage {
    let generation = try generation()
    cache.withLock { $0 = Snapshot(image: image, generation: generation) }
    return image
  }

  /// Forgets the content, so that the next call reads the file.
  func forget() { cache.withLock { $0 = nil } }

  func generation() throws(FileFailure) -> FileGeneration {
    FileGeneration(try status(following: true))
  }

  /// Returns the properties of the file; throws `notOrdinary` if it is no ordinary file.
  func status(following: Bool = true) throws(FileFailure) -> stat {
    var status = stat()
    guard calls.look(path, .keychain, &status, following: following) == 0 else {
      throw FileFailure(errno: errno)
    }
    guard Self.isOrdinary(status) else { throw .notOrdinary }
    return status
  }

  /// Throws if the owner of the file may not write the file.
  ///
  /// A file with the mode 0444 is read-only also for root, and although the directory permits
  /// another file in its place (Specification/file-keychain.md, "Status codes").
  static func requireWritable(_ status: stat) throws(FileFailure) {
    guard status.st_mode & S_IWUSR != 0 else { throw .readOnly }
  }

  private static func isOrdinary(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }

  /// Removes the temporary files that killed processes left behind, once in the life of this
  /// object.
  ///
  /// The caller holds the lock of the file.
  func sweep() {
    let wasSwept = isSwept.withLock { isSwept in
      defer { isSwept = true }
      return isSwept
    }
    if !wasSwept { FileDraftFile.sweep(beside: path, calls) }
  }

  /// Makes the missing directories above the file, with mode 0700.
  private func makeDirectories() throws(FileFailure) {
    var missing: [String] = []
    var directory = WholeFile.directory(of: path)
    var status = stat()
    while calls.look(directory, .directory, &status, following: true) != 0 {
      guard errno == ENOENT, directory != "/", directory != "." else {
        throw FileFailure(errno: errno)
      }
      missing.append(directory)
      directory = WholeFile.directory(of: directory)
    }
    for directory in missing.reversed() {
      guard calls.makeDirectory(directory) == 0 else {
        guard errno == EEXIST else { throw FileFailure(errno: errno) }
        continue
      }
      // A umask can take away the owner's rights.
      _ = unsafe chmod(directory, 0o700)
    }
  }
}
