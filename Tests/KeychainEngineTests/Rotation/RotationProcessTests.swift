// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainTypes
import TestPatience
import Testing

/// Tests other programs that work during a rotation.
@Suite("key rotation among processes")
struct RotationProcessTests {
  /// The built `StoreWorker`, in the directory of the test bundle.
  private static let worker = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("StoreWorker")

  @Test("two programs read, add, update and delete through three rotations and meet nothing odd")
  func bystanders() throws {
    let store = try RotationStore(passwords: 40)
    let end = store.store.directory + "-end"
    defer { try? FileManager.default.removeItem(atPath: end) }
    let programs = ["one", "two"].map { name in
      let program = Process()
      program.executableURL = Self.worker
      program.arguments = ["bystander", store.store.directory, name, end]
      program.standardOutput = Pipe()
      return program
    }
    for program in programs { try program.run() }
    for _ in 0..<3 {
      let report = try store.session.rotateKeys()
      #expect(report.isComplete && report.hasNewKeys)
    }
    _ = FileManager.default.createFile(atPath: end, contents: nil)
    for program in programs {
      if !Patience.wait(until: { !program.isRunning }) { program.terminate() }
      program.waitUntilExit()
      let output = (program.standardOutput as? Pipe)?.fileHandleForReading.availableData ?? Data()
      #expect(program.terminationStatus == 0, "\(String(decoding: output, as: UTF8.self))")
    }
    #expect(try store.session.check().findings == [])
    #expect(try store.keybag().allEpochs == [4])
    #expect(try store.session.copyMatching(query("s")).count == 40)
  }
}
