// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests of ARCHITECTURE.md, "Targets": no application links libpam or libsystemd.
@Suite("What programs are linked to")
struct LinkageTests {
  private let folder = TemporaryDirectory()

  /// Returns the libraries that a built program is linked to.
  private func libraries(_ name: String) throws -> String {
    let path = URL(fileURLWithPath: FingerprintMachine.promptPath).deletingLastPathComponent()
      .appendingPathComponent(name).path
    let program = try SystemProgram(["readelf", "-d", path], log: folder.file(name))
    #expect(program.status() == 0, "\(path)")
    return folder.text(name)
  }

  @Test("the helper program, and no client of it")
  func linkage() throws {
    let helper = try libraries("latchkey-prompt")
    #expect(helper.contains("[libpam.so.0]") && helper.contains("[libsystemd.so.0]"))
    let client = try libraries("PromptWorker")
    #expect(client.contains("[libc.so.6]"))
    #expect(!client.contains("libpam") && !client.contains("libsystemd"))
  }
}
