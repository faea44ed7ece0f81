// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainTypes
import Testing

/// Tests a crash after every single act on a file of a scripted session (Specification/design.md,
/// "Promises", 1).
///
/// Acknowledged changes are there, other changes are whole or absent, and the store goes on
/// working. The default run judges a sample of the disks. `make crash-replay` judges all of them,
/// and more mixtures.
@Suite("Crash replay") struct CrashReplayTests {
  /// True if every disk is judged.
  ///
  /// By default only a sample is.
  private static let isWhole = ProcessInfo.processInfo.environment["LATCHKEY_CRASH"] == "whole"
  private static let seed =
    ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) } ?? 20_261_121

  @Test("killed, or without power, after every act")
  func everyAct() throws {
    let judge = try CrashJudge()
    let session = try RecordedSession(CrashScript.steps, judge)
    #expect(Set(session.snapshots).count >= 18, "the steps change something")
    #expect(session.snapshots.first.map(StoreSnapshot.isEmpty) == true)
    let acts = try replay(session, judge)
    #expect(acts > 400 && judge.count > (Self.isWhole ? 1_000 : 20))
    print("crash replay: \(acts) acts, \(judge.count) different disks, seed \(Self.seed)")
  }

  @Test("a migration that is cut off at every act is made whole by the next opening")
  func migration() throws {
    let judge = try CrashJudge()
    let session = try RecordedSession(CrashScript.migration, judge, on: try Self.archive())
    #expect(session.snapshots.first?.secrets.count ?? 0 > 10)
    let acts = try replay(session, judge, oftener: 12)
    #expect(acts > 30 && judge.count > (Self.isWhole ? 100 : 3))
    print("crash replay of a migration: \(acts) acts, \(judge.count) different disks")
  }

  @Test("a passcode that is set, changed, removed at the moment; locks, a restore")
  func passcodes() throws {
    let judge = try CrashJudge(passcodes: CrashScript.passcodes)
    let session = try RecordedSession(
      CrashScript.passcodeSteps(restoring: CrashScript.backup()), judge,
      environment: CrashOwner.environment)
    let found = session.snapshots.map(\.passcode)
    #expect(Set(found) == [nil, "first", "second"])
    #expect(Set(session.snapshots).count >= 15)
    let acts = try replay(session, judge)
    #expect(acts > 300 && judge.count > (Self.isWhole ? 1_000 : 15))
    print("crash replay of passcodes: \(acts) acts, \(judge.count) different disks")
  }

  /// Crashes after every act, and returns the number of acts.
  private func replay(
    _ session: RecordedSession, _ judge: CrashJudge, oftener: Int = 1
  ) throws -> Int {
    var random = SeededGenerator(seed: Self.seed)
    var disk = DiskModel(session.origin)
    var acknowledged = 0
    var acts = 0
    for event in session.events {
      switch event {
      case .acknowledged(let steps): acknowledged = steps
      case .refused: Issue.record("nothing was refused")
      case .act(let operation):
        disk.apply(operation, in: session.directory)
        acts += 1
        let next = min(acknowledged + 1, session.snapshots.count - 1)
        let allowed = Array(Set(session.snapshots[acknowledged...next]))
        for (kind, image) in CrashKind.images(disk, &random) {
          guard Self.isWhole || random.below(Self.share(kind) / oftener) == 0 else { continue }
          let verdict = try judge.verdict(image, allowed)
          #expect(
            verdict == nil,
            """
            \(kind) after act \(acts), \(operation.act) of \(operation.path), in step \
            \(session.steps[min(acknowledged, session.steps.count - 1)].name), seed \(Self.seed)
            """)
        }
      }
    }
    return acts
  }

  /// Returns the archive of format 1 whose last commits are in its log.
  private static func archive() throws -> DiskModel.Image {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Archives/format-1/log")
    var image: DiskModel.Image = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      image[name] = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }
    return image
  }

  private static func share(_ kind: CrashKind) -> Int {
    switch kind {
    case .killed, .powerless: 90
    case .torn, .mixed: 110
    }
  }
}
