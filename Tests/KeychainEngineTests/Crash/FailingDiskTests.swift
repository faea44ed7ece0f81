// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// Tests a disk that refuses any single act of the scripted session (Specification/design.md,
/// "Promises", 1).
///
/// The status is clear, no acknowledged change is lost, and the engine goes on when the disk does.
/// The default run takes some of the acts. `make failing-disks` takes each act with each fault.
@Suite("Failing disks") struct FailingDiskTests {
  private static let isWhole = ProcessInfo.processInfo.environment["LATCHKEY_DISKS"] == "whole"
  private static let seed =
    ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) } ?? 20_261_121

  @Test("each fault at each act, once and until the disk recovers")
  func everyAct() throws {
    let judge = try CrashJudge()
    let calm = try FailingSession(judge.directory(), fault: nil).play()
    #expect(calm.findings.isEmpty && calm.acts.count > 900)
    let runs = try playAll(calm, judge) { directory, fault in
      FailingSession(directory, fault: fault, expecting: calm.snapshots)
    }
    print("failing disks: \(calm.acts.count) acts, \(runs.all) runs, \(runs.surfaced) refused")
    #expect(runs.surfaced > (Self.isWhole ? 1_000 : 3))
  }

  @Test("the same while a passcode is set, changed and removed, with locks and a restore")
  func passcodes() throws {
    let judge = try CrashJudge(passcodes: CrashScript.passcodes)
    let steps = CrashScript.passcodeSteps(restoring: try CrashScript.backup())
    let calm = try FailingSession(judge.directory(), steps, fault: nil, judge: judge).play()
    #expect(calm.findings.isEmpty && calm.acts.count > 900, "\(calm.findings)")
    let runs = try playAll(calm, judge) { directory, fault in
      FailingSession(
        directory, steps, fault: fault, expecting: calm.snapshots, judge: judge)
    }
    print(
      "failing disks, passcodes: \(calm.acts.count) acts, \(runs.all) runs,"
        + " \(runs.surfaced) refused")
    #expect(runs.surfaced > (Self.isWhole ? 1_000 : 3))
  }

  /// Plays the session with each fault at each of its acts, or at some of them.
  private func playAll(
    _ calm: FailingSession.Outcome, _ judge: CrashJudge,
    _ session: (String, FailingSession.Fault) -> FailingSession
  ) throws -> (all: Int, surfaced: Int) {
    var random = SeededGenerator(seed: Self.seed)
    var (runs, surfaced) = (0, 0)
    for (number, act) in calm.acts.enumerated() {
      for fault in DiskFault.allCases where fault.concerns(act) {
        for lasts in [false, true] {
          guard Self.isWhole || random.below(400) == 0 else { continue }
          let directory = judge.directory()
          let outcome = try session(directory, (fault, at: number, lasts: lasts)).play()
          runs += 1
          surfaced += outcome.hasSurfaced ? 1 : 0
          #expect(
            outcome.findings.isEmpty,
            """
            \(fault)\(lasts ? " until it recovers" : "") at act \(number), \(act.act) of \
            \(act.file): \(outcome.findings.joined(separator: "; "))
            """)
          removeFolder(directory)
        }
      }
    }
    return (runs, surfaced)
  }

  @Test("after a sync that failed the system forgets what it did not write: no later call believes")
  func forgottenWrites() throws {
    let judge = try CrashJudge()
    let calm = try FailingSession(judge.directory(), fault: nil).play()
    let syncs = calm.acts.enumerated().filter { $0.element.act == .sync }
    var random = SeededGenerator(seed: Self.seed)
    for (number, act) in syncs where Self.isWhole || random.below(12) == 0 {
      let directory = judge.directory()
      let outcome = try FailingSession(
        directory, fault: (.system, at: number, lasts: false), expecting: calm.snapshots
      ).play()
      #expect(outcome.findings.isEmpty, "\(act.file) at \(number): \(outcome.findings)")
      // Whenever the power fails later, the changes that were acknowledged by then are there.
      var disk = DiskModel()
      for event in outcome.events {
        switch event {
        case .act(let operation): disk.apply(operation, in: directory)
        case .refused(let operation): disk.forget(operation, in: directory)
        case .acknowledged(let steps):
          guard Self.isWhole || steps >= outcome.failedStep else { continue }
          guard Self.isWhole || random.below(5) == 0 else { continue }
          let verdict = try judge.verdict(disk.durable, [outcome.snapshots[steps]])
          #expect(verdict == nil, "\(act.file) at \(number), then no power after step \(steps)")
        }
      }
      removeFolder(directory)
    }
  }
}
