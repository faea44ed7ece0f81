// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// Tests of `security` on items that need evidence.
///
/// It prompts as a program does, and fails with status 36 if it cannot prompt
/// (Specification/security-cli.md, "The iOS-style tool", Specification/design.md, "Promises", 3).
@Suite("Presence for the command", .serialized)
struct CommandPromptTests {
  private static let find = ["find-generic-password", "-s", "worker", "-w"]
  private static let right = "GETPIN() { echo 'D \(EvidenceStore.passcode)'; echo OK; }"

  private let store: EvidenceStore

  init() throws {
    store = try EvidenceStore("presence")
  }

  private func run(
    _ arguments: [String], _ pinentry: PlayedPinentry, more: [String: String] = [:]
  ) throws -> (status: Int32?, output: String) {
    let worker = try store.start(
      arguments, program: "security",
      environment: store.at(pinentry).merging(more) { $1 })
    let status = worker.end()
    return (status, worker.output)
  }

  @Test("find -w asks once and writes the secret alone")
  func find() throws {
    let pinentry = try PlayedPinentry(Self.right)
    let outcome = try run(Self.find, pinentry)
    #expect(outcome.status == 0 && outcome.output == "secret\n")
    #expect(pinentry.log.filter { $0 == "GETPIN" }.count == 1)
  }

  @Test("add -U asks once for its search and its change; delete needs nobody")
  func change() throws {
    let pinentry = try PlayedPinentry(Self.right)
    let add = ["add-generic-password", "-U", "-s", "worker", "-a", "evidence", "-j", "x"]
    #expect(try run(add, pinentry).status == 0)
    #expect(pinentry.log.filter { $0 == "GETPIN" }.count == 1)
    let found = try run(["find-generic-password", "-s", "worker"], pinentry)
    #expect(found.status == 0 && found.output.contains("\"icmt\"<blob>=\"x\""))
  }

  @Test("cancelled is status 128; with nobody, or none wanted, 36 at once and in silence")
  func refusals() throws {
    let cancels = try PlayedPinentry("GETPIN() { echo 'ERR 83886179 cancelled'; }")
    #expect(try run(Self.find, cancels).status == 128)
    let pinentry = try PlayedPinentry(Self.right)
    for more in [["LATCHKEY_INTERACTION": "never"], ["DISPLAY": ""]] {
      let outcome = try run(Self.find, pinentry, more: more)
      #expect(outcome.status == 36 && outcome.output.isEmpty)
    }
    #expect(pinentry.log.isEmpty)
  }

  @Test("at a terminal without a pinentry it asks there")
  func terminal() throws {
    let terminal = try PseudoTerminal()
    let worker = try store.start(
      Self.find, program: "security", terminal: terminal,
      environment: ["LATCHKEY_PINENTRY": AbsentPath.path])
    try terminal.waitFor("Passcode:")
    terminal.type("\(EvidenceStore.passcode)\n")
    try terminal.waitFor("secret")
    #expect(worker.end() == 0)
  }
}
