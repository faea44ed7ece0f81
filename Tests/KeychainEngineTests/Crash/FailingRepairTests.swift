// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// Tests a repair on a disk that refuses: the status is clear, and every old file is still there.
///
/// The default run takes the swap of the names and a few acts of each kind. With
/// LATCHKEY_CRASH=whole, as in `make crash-replay`, it takes all acts.
@Suite("Failing disk under a repair") struct FailingRepairTests {
  private static let isWhole = ProcessInfo.processInfo.environment["LATCHKEY_CRASH"] == "whole"

  @Test("whichever act is refused, once or from then on", arguments: DiskFault.allCases)
  func everyAct(_ kind: DiskFault) throws {
    let whole = try #require(DamageImage.killed).files
    let judge = try RepairJudge(RepairReplayTests.damaged(whole), holding: whole)
    let acts = try repair(judge, DiskFault.full, at: .max, lasts: false).acts
    #expect(acts.count > 60)
    var refused = 0
    let places = acts.indices.filter { kind.concerns(acts[$0]) }
    let step = max(1, places.count / 4)
    for (number, place) in places.enumerated() {
      let act = acts[place]
      let isSwap = [.full, .system].contains(kind) && RepairReplayTests.isSwap(act)
      guard Self.isWhole || isSwap || number % step == step / 2 else { continue }
      for lasts in [false, true] {
        let (directory, error, acts) = try repair(judge, kind, at: place, lasts: lasts)
        let here = "\(kind) at act \(place), \(act.act) of \(act.path), lasting \(lasts)"
        if let error {
          refused += 1
          // A failed sync never counts as a full disk, whatever its cause (Specification/design.md,
          // "Promises", 1).
          let refusedActs = lasts ? acts.dropFirst(place).filter(kind.concerns) : [act]
          let isSync = error.code == .ioFailed && refusedActs.contains { $0.act == .sync }
          #expect(error.code == kind.status || isSync, "\(here): \(error)")
        }
        let verdict = try judge.verdict(Self.image(directory))
        #expect(verdict == nil, "\(here)")
      }
    }
    #expect(refused > 1)
  }

  /// Repairs the damaged store on a disk that refuses one act.
  private func repair(
    _ judge: RepairJudge, _ kind: DiskFault, at place: Int, lasts: Bool
  ) throws -> (directory: String, error: KeychainError?, acts: [FileOperation]) {
    let directory = try judge.write(judge.origin)
    let acts = Lock<[FileOperation]>([])
    let environment = Environment.system.guarded { operation in
      acts.withLock { acts in
        defer { acts.append(operation) }
        guard acts.count == place || lasts && acts.count > place, kind.concerns(operation) else {
          return nil
        }
        return kind.fault(operation.act)
      }
    }
    var refusal: KeychainError?
    do throws(KeychainError) {
      let report = try StoreRepair(
        StoreLocation(directory: directory), environment: environment
      ).repair()
      #expect(report != nil)
    } catch {
      refusal = error
    }
    return (directory, refusal, acts.withLock { $0 })
  }

  private static func image(_ directory: String) throws -> DiskModel.Image {
    var image: DiskModel.Image = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: directory)
    where !name.hasSuffix("-shm") {
      image[name] = FileManager.default.contents(atPath: "\(directory)/\(name)").map { [UInt8]($0) }
    }
    return image
  }
}
