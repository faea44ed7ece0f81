// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory

/// Plays the script on a disk that refuses acts, and notes everything that is wrong.
///
/// The disk refuses one act, or all acts from there on until it recovers.
final class FailingSession {
  struct Outcome {
    var findings: [String] = []
    /// The acts of the session, reads included.
    var acts: [FileOperation] = []
    var events: [DiskRecorder.Event] = []
    /// The store's states: before the script, and after each step.
    var snapshots: [StoreSnapshot] = []
    /// True if a call was refused.
    var hasSurfaced = false
    /// The step during which the disk failed first.
    var failedStep = 0
  }

  private struct Disk {
    var acts: [FileOperation] = []
    var isFailing = false
    /// True if a sync was refused in the attempt that is judged.
    var hasRefusedSync = false
    /// True if acts belong to the script, false while the test looks at the store.
    var counts = true
  }

  typealias Fault = (kind: DiskFault, at: Int, lasts: Bool)

  private let fault: Fault?
  private let steps: [CrashScript.Step]
  /// Reads the content of a store that may be locked.
  ///
  /// If nil, the session reads it.
  private let judge: CrashJudge?
  private let expected: [StoreSnapshot]
  private let recorder = DiskRecorder()
  private let disk = Lock(Disk())
  private var actor: CrashScript.Actor
  private var outcome = Outcome()

  /// - Parameter judge: the judge of the same script, if the store has passcodes.
  init(
    _ directory: String, _ steps: [CrashScript.Step] = CrashScript.steps, fault: Fault?,
    expecting expected: [StoreSnapshot] = [], judge: CrashJudge? = nil
  ) {
    self.fault = fault
    self.steps = steps
    self.judge = judge
    self.expected = expected
    var environment = judge == nil ? Environment.system : CrashOwner.environment
    environment.store.busyLimit = 200
    actor = CrashScript.Actor(directory: directory, environment: environment)
    let (disk, recorder) = (self.disk, self.recorder)
    actor = CrashScript.Actor(
      directory: directory,
      environment: environment.guarded { operation in
        let answer = disk.withLock { disk -> FileFault? in
          guard disk.counts else { return nil }
          defer { disk.acts.append(operation) }
          guard let fault else { return nil }
          if disk.acts.count == fault.at { disk.isFailing = true }
          let fails = disk.isFailing && fault.kind.concerns(operation)
          if !fault.lasts { disk.isFailing = false }
          if fails, operation.act == .sync { disk.hasRefusedSync = true }
          return fails ? fault.kind.fault(operation.act) : nil
        }
        recorder.note(operation, answer)
        return answer
      })
  }

  func play() throws -> Outcome {
    for (number, step) in steps.enumerated() {
      try play(step, number)
      recorder.acknowledge(number + 1)
    }
    actor.close()
    outcome.acts = disk.withLock { $0.acts }
    outcome.events = recorder.events
    if fault != nil { try finish() }
    return outcome
  }

  private func play(_ step: CrashScript.Step, _ number: Int) throws {
    let hadBegun = hasFault
    guard let refusal = attempt(step) else { return note(number) }
    if outcome.failedStep == 0 { outcome.failedStep = number }
    outcome.hasSurfaced = true
    judge(refusal, number, step)
    if fault?.lasts == true {
      // The disk still fails: the same call has the same answer. Reading may go on, or report the
      // failure too.
      if let second = attempt(step) { judge(second, number, step) }
      disk.withLock { $0.isFailing = false }
    } else if hadBegun {
      outcome.findings.append("\(step.name) is refused after the disk has recovered")
    }
    disk.withLock { $0.isFailing = false }
    // The change is whole or absent, and the state seen now is final.
    if isDone(number) { return note(number) }
    if let again = attempt(step), !isDone(number) {
      outcome.findings.append("\(step.name) does not go on: \(again.code.rawValue) \(again)")
    }
    note(number)
  }

  /// Runs a step, and returns its error, or nil for success.
  private func attempt(_ step: CrashScript.Step) -> KeychainError? {
    disk.withLock { $0.hasRefusedSync = false }
    do {
      try step.run(&actor)
      return nil
    } catch let error as KeychainError {
      return error
    } catch let error as StorageError {
      return KeychainError(error)
    } catch {
      outcome.findings.append("\(step.name): \(error)")
      return nil
    }
  }

  private var hasFault: Bool {
    guard let fault else { return false }
    return disk.withLock { $0.acts.count > fault.at }
  }

  private func judge(_ refusal: KeychainError, _ number: Int, _ step: CrashScript.Step) {
    guard let fault else {
      return outcome.findings.append("\(step.name) is refused without reason: \(refusal)")
    }
    // A failed sync never counts as a full disk: the change may be there (Specification/design.md,
    // "Promises", 1).
    let isSync = disk.withLock { $0.hasRefusedSync } && refusal.code == .ioFailed
    if refusal.code != fault.kind.status, !isSync {
      outcome.findings.append("\(step.name) answers \(refusal.code.rawValue): \(refusal)")
    }
  }

  /// Returns true if the refused step has had its effect.
  ///
  /// Adds a finding if the store is in neither state.
  private func isDone(_ number: Int) -> Bool {
    guard let found = look() else { return false }
    guard let before = outcome.snapshots.last else { return false }
    if found.isLike(before) { return false }
    if expected.isEmpty || found.isLike(expected[number + 1]) { return true }
    outcome.findings.append("\(steps[number].name) is half there")
    return true
  }

  /// Reads the store by the engine that met the fault.
  ///
  /// Returns nil while there is no store.
  private func look() -> StoreSnapshot? {
    guard actor.session != nil else { return nil }
    disk.withLock { $0.counts = false }
    defer { disk.withLock { $0.counts = true } }
    do {
      let session = try actor.working()
      return try judge?.snapshot(session, in: actor.directory) ?? StoreSnapshot(session)
    } catch {
      outcome.findings.append("reading does not go on: \(error)")
      return nil
    }
  }

  private func note(_ number: Int) {
    // Reading the files takes time, so it is done only after the disk has failed.
    if judge != nil, !expected.isEmpty, !hasFault, number + 1 < steps.count {
      return outcome.snapshots.append(expected[number + 1])
    }
    guard let found = look() else { return }
    if outcome.snapshots.isEmpty { outcome.snapshots.append(found) }
    outcome.snapshots.append(found)
    if !expected.isEmpty, !found.isLike(expected[number + 1]) {
      outcome.findings.append("after \(steps[number].name) the store is another")
    }
  }

  /// Opens the store once more, like the next process.
  private func finish() throws {
    disk.withLock { $0.counts = false }
    do {
      let session = try actor.working()
      var report = try session.check()
      let found = try judge?.snapshot(session, in: actor.directory) ?? StoreSnapshot(session)
      if let last = outcome.snapshots.last, found != last {
        outcome.findings.append("the next process sees another store")
      }
      // A mark that reached the disk by half stays so until the next change, and check reports it.
      if !report.isClean, report.findings.allSatisfy({ $0.detail.hasPrefix("store.db-mark, ") }) {
        _ = try session.add(ItemClass.genericPassword.item("renewing"))
        report = try session.check()
      }
      if !report.isClean { outcome.findings.append("check: \(report.findings)") }
    }
    actor.close()
    if let stray = CrashJudge.stray(actor.directory) { outcome.findings.append(stray) }
  }
}

extension StoreSnapshot {
  /// Returns true if two sessions at different times have led to equal items, apart from dates and
  /// random names.
  func isLike(_ other: StoreSnapshot) -> Bool { outline == other.outline }

  private var outline: [[UInt8]: [String]] {
    var result: [[UInt8]: [String]] = [:]
    for (slot, version) in state.versions {
      result[slot] = ["\(version.protection)", "\(version.isTombstone)"]
    }
    result[[0]] = [passcode ?? "none"]
    result[[]] = secrets.values.map { "\($0?.count ?? -1) \($0 ?? [])" }.sorted()
    return result
  }
}
