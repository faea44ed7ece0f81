// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes
import SecureMemory

/// Locking and unlocking, without the derivation from the passcode and the two durable writes that
/// count a try.
///
/// These have rows of their own.
enum LockRows {
  static func measure(_ fixture: Fixture, _ run: Run) throws {
    let passcode = try Passcode(SecretBytes(copying: Array("correct horse".utf8)))
    let session = fixture.session
    try session.setPasscode(passcode, for: UnlockLimit(seconds: 600))
    defer { try? session.removePasscode(passcode) }
    let opened = try session.openWithPasscode(passcode)
    let samples = max(run.samples, 1)
    var (locks, unlocks, tries) = ([Int64](), [Int64](), [Int64]())
    for _ in 0..<samples {
      locks.append(try nanoseconds { try session.lockStore(all: false) })
      unlocks.append(try nanoseconds { try session.unlock(opened, for: .standard) })
    }
    for _ in 0..<min(samples, 20) {
      try session.lockStore(all: false)
      tries.append(
        try nanoseconds { try session.unlockStore(passcode, at: .prompt, for: .standard) })
    }
    add("lock/time", "lock the store", fixture, locks, run)
    add("unlock/time", "unlock it, passcode known to be right", fixture, unlocks, run)
    var whole = Line("unlock/passcode", "unlock it by its passcode", fixture.items)
    whole.ours = Line.Cell("scrypt and the count", Samples(tries))
    run.table.add(whole)
  }

  private static func add(
    _ row: String, _ title: String, _ fixture: Fixture, _ taken: [Int64], _ run: Run
  ) {
    let samples = Samples(taken)
    var line = Line(row, title, fixture.items)
    line.ours = Line.Cell("engine", samples)
    line.value = samples.typical / 1_000_000
    line.unit = "ms"
    run.table.add(line)
  }
}
