// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A small version of `Scripts/keychain-torture.sh`: writing processes are killed with SIGKILL, and
/// nothing is lost.
@Suite("torture of keychain files") struct KeychainTortureTests {
  @Test(
    "killed at each act, or four at once at any moment: what was acknowledged is there",
    arguments: [(writers: 1, rounds: 40), (writers: 4, rounds: 10)])
  func kills(_ run: (writers: Int, rounds: Int)) throws {
    let directory = NSTemporaryDirectory() + "latchkey-keychain-torture-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable).deletingLastPathComponent()
      .appendingPathComponent("StoreWorker")
    process.arguments = [
      "keychain-torture", directory, "\(UInt64.random(in: 0...999_999))", "\(run.rounds)", "60",
      "\(run.writers)",
    ]
    process.environment = ["LATCHKEY_HOME": directory]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // After a finding the file stays for inspection.
    try #require(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("nothing lost"), "\(text)")
    if SecondImplementation.isThere { try checkFiles(in: directory) }
    try FileManager.default.removeItem(atPath: directory)
  }

  /// Lets the second implementation check the files that the last writers left.
  private func checkFiles(in directory: String) throws {
    var count = 0
    for folder in try FileManager.default.contentsOfDirectory(atPath: directory) {
      let names = try FileManager.default.contentsOfDirectory(atPath: directory + "/" + folder)
      for name in names where name.hasPrefix("work.keychain") {
        let file = try Data(contentsOf: URL(filePath: "\(directory)/\(folder)/\(name)"))
        #expect(try SecondImplementation.shared.fault(of: [UInt8](file)) == nil, "\(folder)")
        count += 1
      }
    }
    #expect(count >= 1)
  }
}
