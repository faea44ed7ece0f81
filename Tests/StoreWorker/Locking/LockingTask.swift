// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory

/// `locking [alone]`: a process on the store of LATCHKEY_HOME that locks, unlocks, reads and idles
/// as the lines of its input say (`LockingCommand`).
///
/// It answers each line with `did VERB STATUS BEGIN END`, with moments in microseconds of the
/// monotonic clock. `KeyReport` reports when its keys come and go. With `alone`, the kernel holds
/// no keys for it.
final class LockingTask: Sendable {
  private let session: Session
  private let items: LockingItems
  private let report: KeyReport
  private let isWorking = Lock(false)
  private let threads = Lock<[WorkerThread]>([])

  static func run(_ arguments: [String]) -> Int32 {
    Privileges.letAnyoneTrace()
    do {
      let task = try LockingTask(isAlone: arguments.contains("alone"))
      while let command = LockingCommand.next() {
        let begin = KeyReport.moment()
        let status = task.status(of: command)
        // Changes of the keys are reported before the answer that caused them, however slow the
        // machine is.
        let end = KeyReport.moment()
        task.report.look()
        say("did \(command.verb) \(status) \(begin) \(end)")
      }
      task.rest()
      return 0
    } catch {
      say("failed: \(error)")
      return 1
    }
  }

  /// Prints a line by a single write, so that lines of several threads do not mix.
  static func say(_ line: String) {
    let line = line + "\n"
    _ = unsafe Glibc.write(1, line, line.utf8.count)
  }

  private init(isAlone: Bool) throws {
    var environment = Environment(StoreLocation.Surroundings.ofThisProcess)
    // Eight processes write without a pause, perhaps on a disk that takes seconds for each commit.
    environment.store.busyLimit = 600_000
    if isAlone { environment.holder = ProcessKeyHolder(clock: SystemClock()) }
    environment.passcodeCost =
      PasscodeCost.opensTestKeybags ? .forTests : PasscodeCost(PasscodeCost.limits.lowerBound)
    let engine = try Engine.open(StoreLocation(.ofThisProcess), environment: environment)
    session = engine.session(as: Caller(identifier: "locking", groups: ["a"]))
    items = LockingItems(session: session)
    report = KeyReport(engine: engine)
    let thread = WorkerThread { [report] in report.run() }
    threads.withLock { $0.append(thread) }
  }

  private func status(of command: LockingCommand) -> Int32 {
    do throws(KeychainError) {
      return try run(command)
    } catch {
      return error.code.rawValue
    }
  }

  private func run(_ command: LockingCommand) throws(KeychainError) -> Int32 {
    let limit = UnlockLimit(seconds: command.number == 0 ? nil : command.number)
    switch command.verb {
    case "set": try session.setPasscode(command.passcode(0), for: limit)
    case "change":
      try session.changePasscode(from: command.passcode(0), to: command.passcode(1), for: limit)
    case "remove": try session.removePasscode(command.passcode(0))
    case "unlock": try session.unlockStore(command.passcode(0), at: .prompt, for: limit)
    case "lock": try session.lockStore(all: command.number == 1)
    case "shared": return try session.lockStatus().isShared ? 1 : 0
    case "fill": try items.fill(command.number)
    case "read": return try items.readAll(rounds: command.number)
    case "probe": return items.probe()
    case "work": work(count: command.number)
    case "rest": rest()
    case "rounds": return items.rounds
    case "tell":
      for line in items.told() { Self.say("told \(line)") }
    case "check": return try session.check().isClean ? 0 : 1
    default: return 1
    }
    return 0
  }

  /// Reads and writes without a pause, until `rest` is called.
  private func work(count: Int) {
    isWorking.withLock { $0 = true }
    let thread = WorkerThread { [items, isWorking] in
      var round = 0
      while isWorking.withLock({ $0 }) {
        items.workOnce(round, count: count)
        round += 1
      }
    }
    threads.withLock { $0.append(thread) }
  }

  /// Stops the work, and returns when no call is under way.
  private func rest() {
    isWorking.withLock { $0 = false }
    for thread in threads.withLock({ $0.dropFirst() }) { thread.join() }
  }
}
