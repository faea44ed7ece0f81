// SPDX-License-Identifier: Apache-2.0
import Authentication
import Foundation
import KeychainTypes
import SecureMemory
import Testing

/// Tests that three refusals in ten minutes stop the prompts for ten minutes
/// (Specification/access-control.md, "Threats, by promise").
@Suite("Refusals") struct RefusalCountTests {
  private static let minute = 60_000

  private let time = Lock(MonotonicTime.now)
  private let count: RefusalCount
  private let caller = Caller(identifier: "a.b", groups: [])

  init() {
    count = RefusalCount { [time] in time.withLock { $0 } }
  }

  private func pass(minutes: Int, milliseconds: Int = 0) {
    time.withLock { $0 = $0.advanced(byMilliseconds: minutes * Self.minute + milliseconds) }
  }

  /// Prompts a user who gives this answer.
  ///
  /// - Returns: the failure, and whether the user was asked.
  private func ask(
    _ answer: AuthenticationFailure?, for other: Caller? = nil
  ) -> (failure: AuthenticationFailure?, isAsked: Bool) {
    var isAsked = false
    do throws(AuthenticationFailure) {
      try count.counting(other ?? caller) { () throws(AuthenticationFailure) in
        isAsked = true
        if let answer { throw answer }
      }
      return (nil, isAsked)
    } catch {
      return (error, isAsked)
    }
  }

  @Test("after three within ten minutes ten minutes without a prompt, from the last one on")
  func three() {
    #expect(ask(.userCancel) == (.userCancel, true))
    pass(minutes: 5)
    #expect(ask(.userCancel) == (.userCancel, true))
    pass(minutes: 4)
    #expect(ask(.userCancel) == (.userCancel, true))
    #expect(ask(nil) == (.authenticationFailed, false))
    #expect(throws: AuthenticationFailure.authenticationFailed) {
      try count.requireLeave(for: caller)
    }
    pass(minutes: 10, milliseconds: -1)
    #expect(ask(nil) == (.authenticationFailed, false))
    pass(minutes: 0, milliseconds: 1)
    // The count begins anew: two more refusals do not stop the prompts.
    #expect(ask(.userCancel) == (.userCancel, true))
    #expect(ask(.userCancel) == (.userCancel, true))
    #expect(ask(nil) == (nil, true))
  }

  @Test("what was refused ten minutes ago does not count")
  func old() {
    for _ in 0..<2 { _ = ask(.userCancel) }
    pass(minutes: 10)
    for _ in 0..<2 { #expect(ask(.userCancel) == (.userCancel, true)) }
    #expect(ask(nil) == (nil, true))
  }

  @Test("a prompt that succeeds clears; one that ends otherwise neither counts nor clears")
  func others() {
    for _ in 0..<2 { _ = ask(.userCancel) }
    #expect(ask(nil) == (nil, true))
    for _ in 0..<2 { #expect(ask(.userCancel) == (.userCancel, true)) }
    for failure in AuthenticationFailure.allCases where failure != .userCancel {
      for _ in 0..<3 { #expect(ask(failure) == (failure, true)) }
    }
    #expect(ask(.userCancel) == (.userCancel, true))
    #expect(ask(.userCancel) == (.authenticationFailed, false))
  }

  @Test("each caller by itself")
  func callers() {
    let other = Caller(identifier: "c.d", groups: [])
    for _ in 0..<3 { _ = ask(.userCancel) }
    #expect(ask(nil, for: other) == (nil, true))
    #expect(ask(nil) == (.authenticationFailed, false))
  }

  @Test("the four functions of a program: three prompts, and -25293 from then on")
  func functions() throws {
    let store = try EvidenceStore("presence")
    let pinentry = try PlayedPinentry("GETPIN() { echo 'ERR 83886179 cancelled'; }")
    let output = try store.finish(["ask", "5"], environment: store.at(pinentry))
    let statuses = output.split(separator: "\n").filter { $0.hasPrefix("status") }
      .map { EvidenceStore.answer(String($0)).status }
    #expect(statuses == [-128, -128, -128, -25293, -25293])
    #expect(pinentry.log.filter { $0 == "GETPIN" }.count == 3)
  }

  @Test("a program that goes on after three refusals: status 51 and no prompt")
  func program() throws {
    let store = try EvidenceStore("presence")
    let pinentry = try PlayedPinentry("GETPIN() { echo 'ERR 83886179 cancelled'; }")
    let terminal = try PseudoTerminal()
    let tool = try store.start(
      ["-i"], program: "security", terminal: terminal, environment: store.at(pinentry))
    for number in 1...5 {
      try terminal.waitFor("security> ")
      terminal.type("find-generic-password -s worker -w\n")
      try terminal.waitFor("returned \(number <= 3 ? -128 : -25293)")
    }
    try terminal.waitFor("security> ")
    terminal.type("quit\n")
    #expect(tool.end() == 51)
    #expect(pinentry.log.filter { $0 == "GETPIN" }.count == 3)
  }
}
