// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// Tests that no question is shown over a locked screen (Specification/access-control.md, "Whom to
/// ask; headless").
///
/// They use mocks of logind and GNOME's screen saver on a real bus.
@Suite("Questions and a locked screen", .serialized)
struct LockedScreenTests {
  private let machine: LoginMachine
  private let store: EvidenceStore
  private let pinentry: PlayedPinentry

  init() throws {
    machine = try LoginMachine()
    store = try EvidenceStore("presence")
    pinentry = try PlayedPinentry("GETPIN() { echo 'D \(EvidenceStore.passcode)'; echo OK; }")
  }

  /// Reads the item in a program of this session, or of an unnamed one.
  private func read(in session: String? = nil) throws -> Int? {
    var environment = [
      "LATCHKEY_PROMPT_HELPER": try machine.bus.helper(),
      "DBUS_SESSION_BUS_ADDRESS": machine.bus.address,
    ]
    environment["XDG_SESSION_ID"] = session
    environment.merge(store.at(pinentry)) { $1 }
    return EvidenceStore.answer(try store.finish(["ask"], environment: environment)).status
  }

  @Test("logind says that it is locked: nobody is asked; open again, it is asked")
  func hint() throws {
    #expect(machine.setHint(true))
    #expect(try read() == -25308)
    #expect(try read(in: "one") == -25308)
    #expect(pinentry.log.isEmpty)
    #expect(machine.setHint(false))
    #expect(try read() == 0)
    #expect(pinentry.log.contains("GETPIN"))
    #expect(!machine.isHeld)
  }

  @Test("so does the screen saver")
  func screenSaver() throws {
    try machine.startSaver()
    #expect(machine.setSaver(true))
    #expect(try read() == -25308)
    #expect(pinentry.log.isEmpty)
    #expect(machine.setSaver(false))
    #expect(try read() == 0)
  }

  @Test("a program in a session without a screen has its display elsewhere")
  func remote() throws {
    #expect(machine.addSession("far"))
    #expect(machine.makeTextual("far"))
    #expect(machine.setHint(true))
    #expect(try read(in: "one") == -25308)
    #expect(try read(in: "far") == 0)
  }

  @Test("a logind that does not answer: asked when its time is over")
  func silent() throws {
    machine.signalLogin(SIGSTOP)
    defer { machine.signalLogin(SIGCONT) }
    // On a busy machine an attempt may take longer. The bus itself would wait 25 s in every
    // attempt.
    let isInTime = try Patience.wait {
      let stopwatch = Stopwatch()
      let status = try read()
      #expect(status == 0)
      return stopwatch.elapsed < .seconds(20)
    }
    #expect(isInTime)
  }
}
