// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory

/// `hold WHAT MILLISECONDS`: keeps something of the store of LATCHKEY_HOME for so long; says
/// `holding` when it has it and `over` before it lets go.
enum HoldTask {
  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count == 2, let time = UInt32(arguments[1]) else { return 2 }
    do {
      switch arguments[0] {
      case "write": try write(time)
      case "checkpoints": try checkpoints(Int(time))
      case "lock": try lock(time)
      case "closing": try closing(time)
      case "memory": try memory(time)
      default: return 2
      }
      return 0
    } catch {
      say("\(error)")
      return 1
    }
  }

  /// An open write transaction.
  private static func write(_ time: UInt32) throws {
    try store().write { (_) throws(StorageError) in
      say("holding")
      usleep(time * 1_000)
      say("over")
    }
  }

  /// One change and one checkpoint that empties the log after another.
  private static func checkpoints(_ time: Int) throws {
    let store = try store()
    let end = Items.milliseconds() + time
    say("holding")
    var count = 0
    while Items.milliseconds() < end {
      guard [0, -25299].contains(Items.add("checkpoint \(count % 50)")) else { throw Failure() }
      do throws(StorageError) {
        try store.checkpoint(truncating: true)
      } catch {
        // Readers without a pause between them keep the log from being emptied; that is no fault.
        guard error == .busy else { throw error }
      }
      count += 1
    }
    say("over")
  }

  /// The memory that SQLite's processes share, as a process has it that is stopped while it makes
  /// it: a file of no bytes, the share that says somebody is there, and the locks for writers.
  private static func memory(_ time: UInt32) throws {
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
    say("holding")
    usleep(time * 1_000)
    say("over")
  }

  /// The lock that creations and changes of keys take.
  private static func lock(_ time: UInt32) throws {
    let directory = try StoreLocation(.ofThisProcess).directory
    _ = unsafe mkdir(directory, 0o700)
    let file = unsafe open(directory + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0, flock(file, LOCK_EX | LOCK_NB) == 0 else { throw Failure() }
    say("holding")
    usleep(time * 1_000)
    say("over")
    close(file)
  }

  /// The close of who has the store open last, beside a disk that takes so long for each sync.
  private static func closing(_ time: UInt32) throws {
    let closes = Lock(false)
    var environment = Environment.system
    environment.store.gate = { operation in
      guard operation.act == .sync, closes.withLock({ $0 }) else { return nil }
      say("holding")
      usleep(time * 1_000)
      return nil
    }
    let engine = try Engine.open(StoreLocation(.ofThisProcess), environment: environment)
    guard Items.add("last", in: engine) == 0 else { throw Failure() }
    EmbeddedEngine.close()
    withExtendedLifetime(engine) { closes.withLock { $0 = true } }
  }

  private struct Failure: Error {}

  private static func store() throws -> ItemStore {
    try EmbeddedEngine.session(in: .dataProtection).engine.store
  }

  private static func say(_ word: String) {
    let line = word + "\n"
    _ = unsafe Glibc.write(1, line, line.utf8.count)
  }
}
