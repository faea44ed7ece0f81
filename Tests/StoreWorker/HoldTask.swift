// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory

/// `hold NAME`: keeps a resource of the store of LATCHKEY_HOME until its standard input has a byte
/// or ends.
///
/// It prints `holding` when it has the resource, and `over` before it releases it.
enum HoldTask {
  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count == 1 else { return 2 }
    do {
      switch arguments[0] {
      case "write": try write()
      case "checkpoints": try checkpoints()
      case "lock": try lock()
      case "closing": try closing()
      case "memory": try memory()
      default: return 2
      }
      return 0
    } catch {
      say("\(error)")
      return 1
    }
  }

  /// Holds an open write transaction.
  private static func write() throws {
    try store().write { (_) throws(StorageError) in hold() }
  }

  /// Makes a change and a checkpoint that empties the log, again and again.
  private static func checkpoints() throws {
    let store = try store()
    say("holding")
    var count = 0
    while !isReleased(within: 0) {
      guard [0, -25299].contains(Items.add("checkpoint \(count % 50)")) else { throw Failure() }
      do throws(StorageError) {
        try store.checkpoint(truncating: true)
      } catch {
        // If readers do not pause, the log cannot be emptied. That is not a fault.
        guard error == .busy else { throw error }
      }
      count += 1
    }
    say("over")
  }

  /// Holds the shared memory of SQLite in the state of a process that was stopped while it made it.
  ///
  /// The file is empty, the shared lock that marks a user is taken, and so are the locks for
  /// writers.
  private static func memory() throws {
    let path = try StoreLocation(.ofThisProcess).directory + "/store.db-shm"
    let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    for (kind, start, count) in [(F_RDLCK, 128, 1), (F_WRLCK, 120, 3)] {
      var lock = flock()
      lock.l_type = Int16(kind)
      lock.l_whence = Int16(SEEK_SET)
      (lock.l_start, lock.l_len) = (start, count)
      guard file >= 0, unsafe fcntl(file, F_SETLK, &lock) == 0 else { throw Failure() }
    }
    hold()
  }

  /// Holds the lock that the creation of a store and changes of its keys take.
  private static func lock() throws {
    let directory = try StoreLocation(.ofThisProcess).directory
    _ = unsafe mkdir(directory, 0o700)
    let file = unsafe open(directory + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0, flock(file, LOCK_EX | LOCK_NB) == 0 else { throw Failure() }
    hold()
    close(file)
  }

  /// Closes the store as its last user, on a disk whose syncs do not return before the release.
  private static func closing() throws {
    let closes = Lock(false)
    var environment = Environment.system
    environment.store.gate = { operation in
      guard operation.act == .sync, closes.withLock({ $0 }) else { return nil }
      hold()
      return nil
    }
    let engine = try Engine.open(StoreLocation(.ofThisProcess), environment: environment)
    guard Items.add("last", in: engine) == 0 else { throw Failure() }
    EmbeddedEngine.close()
    withExtendedLifetime(engine) { closes.withLock { $0 = true } }
  }

  private struct Failure: Error {}

  private static func hold() {
    say("holding")
    _ = isReleased(within: -1)
    say("over")
  }

  /// Returns true if the standard input has a byte or has ended.
  ///
  /// - Parameter limit: milliseconds to wait, or without limit if negative.
  private static func isReleased(within limit: Int32) -> Bool {
    var entry = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, limit) > 0
  }

  private static func store() throws -> ItemStore {
    try EmbeddedEngine.session(in: .dataProtection).engine.store
  }

  private static func say(_ word: String) {
    let line = word + "\n"
    _ = unsafe Glibc.write(1, line, line.utf8.count)
  }
}
