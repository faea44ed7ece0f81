// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// Tests a crash after every act on a file of a restore: the store is as before, or as in the
/// backup.
@Suite("Crash while restoring") struct RestoreCrashTests {
  private static let caller = Caller(identifier: "app", groups: ["a"])

  private static func content(_ names: [String]) throws -> [UInt8] {
    let store = try TestStore()
    let engine = try Engine.open(
      StoreLocation(directory: store.directory),
      environment: Environment(clock: store.clock, passcodeCost: .forTests))
    let session = engine.session(as: caller)
    for name in names { _ = try session.add(password("backup", name, "of the backup")) }
    return try session.backup(under: BackedUpStore.wrapping()).content
  }

  @Test("killed, or without power, after every act")
  func everyAct() throws {
    let content = try Self.content((0..<12).map { "item \($0)" })
    let steps = [
      CrashScript.Step(name: "first use") { try $0.open() },
      CrashScript.Step(name: "adds") { actor in
        for number in 0..<8 {
          _ = try actor.working().add(password("local", "\(number)", "here before"))
        }
      },
      CrashScript.Step(name: "restore") { actor in
        let report = try actor.working().restore(content, under: BackedUpStore.wrapping())
        #expect(report.restored == 12 && report.removed == 8)
      },
    ]
    let judge = try CrashJudge()
    let session = try RecordedSession(steps, judge)
    #expect(session.snapshots[2] != session.snapshots[3])
    var disk = DiskModel(session.origin)
    var random = SeededGenerator(seed: 7)
    var acknowledged = 0
    var acts = 0
    for event in session.events {
      switch event {
      case .acknowledged(let count): acknowledged = count
      case .refused: Issue.record("nothing was refused")
      case .act(let operation):
        disk.apply(operation, in: session.directory)
        guard acknowledged >= 2 else { continue }
        acts += 1
        let allowed =
          acknowledged == 2
          ? [session.snapshots[2], session.snapshots[3]] : [session.snapshots[3]]
        for (kind, image) in CrashKind.images(disk, &random) {
          // Judges every disk of a kill, and a quarter of the disks of a power loss.
          if case .killed = kind {} else { guard random.below(4) == 0 else { continue } }
          #expect(
            try judge.verdict(image, allowed) == nil,
            "\(kind) after act \(acts), \(operation.act) of \(operation.path)")
        }
      }
    }
    #expect(acts > 10 && judge.count > 10)
  }
}
