// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A small version of `make torture`: writing processes are killed, and nothing is lost.
@Suite("Torture") struct TortureTests {
  @Test("killed writers leave what was acknowledged", arguments: [(1, 24), (4, 6)])
  func kills(writers: Int, rounds: Int) throws {
    let directory = NSTemporaryDirectory() + "latchkey-torture-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable).deletingLastPathComponent()
      .appendingPathComponent("StoreWorker")
    process.arguments = [
      "torture", directory, "\(UInt64.random(in: 0...999_999))", "\(rounds)", "20", "\(writers)",
    ]
    process.environment = ["LATCHKEY_HOME": directory]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // After a finding the store stays for inspection.
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("nothing lost"), "\(text)")
    if process.terminationStatus == 0 { try FileManager.default.removeItem(atPath: directory) }
  }
}
