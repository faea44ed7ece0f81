// SPDX-License-Identifier: Apache-2.0
import Authentication
import Foundation
import SecureMemory
import TestPatience
import Testing

/// Tests of the account's password through the helper program and the real PAM, with service files
/// of the tests (Specification/system-libraries.md, "PAM, measured").
@Suite("Passwords")
struct PasswordTests {
  private let folder = TemporaryDirectory()

  private func check(
    _ password: String = "geheim", service: String?, milliseconds: Int = 300_000,
    cancellation: Cancellation = Cancellation()
  ) throws -> PasswordOutcome {
    if let service { try folder.write(service, to: "latchkey") }
    let helper = HelperProgram(
      path: FingerprintMachine.promptPath, serviceDirectory: folder.path)
    return helper.checkPassword(
      SecretBytes(copying: Array(password.utf8)), until: Deadline(milliseconds: milliseconds),
      cancellation: cancellation)
  }

  @Test("right and wrong, by a module that asks for the password")
  func matrix() throws {
    let module = try AccountService.module("pam_matrix")
    let user = NSUserName()
    try folder.write("\(user):grün 50%:latchkey\n", to: "passwords")
    // Messages of another module are not taken for questions.
    let service = """
      auth optional \(try AccountService.module("pam_chatty")) info error num_lines=3
      auth required \(module) [passdb=\(folder.file("passwords"))]
      account required \(module) [passdb=\(folder.file("passwords"))]
      """
    #expect(try check("grün 50%", service: service) == .verdict(.right))
    #expect(try check("grün 50", service: service) == .verdict(.wrong))
    #expect(try check("", service: service) == .verdict(.wrong))
    #expect(try check("grün 50%\0x", service: service) == .verdict(.wrong))
  }

  @Test(
    "what PAM's answers stand for",
    arguments: [
      ("success", "success", .right), ("auth_err", "success", .wrong),
      ("user_unknown", "success", .wrong), ("cred_insufficient", "success", .refused),
      ("maxtries", "success", .refused), ("authinfo_unavail", "success", .unavailable),
      ("system_err", "success", .unavailable), ("abort", "success", .unavailable),
      ("success", "acct_expired", .refused), ("success", "new_authtok_reqd", .refused),
      ("success", "authtok_expired", .refused), ("success", "perm_denied", .refused),
    ] as [(String, String, PasswordVerdict)])
  func answers(_ auth: String, _ account: String, _ verdict: PasswordVerdict) throws {
    let service = """
      auth required pam_debug.so auth=\(auth)
      account required pam_debug.so acct=\(account)
      """
    #expect(try check(service: service) == .verdict(verdict))
  }

  @Test("without a service file of ours nothing is asked")
  func noService() throws {
    #expect(try check(service: nil) == .verdict(.noService))
    // The system's stack for unknown services would accept any password.
    try folder.write("auth required pam_permit.so\naccount required pam_permit.so\n", to: "other")
    #expect(try check(service: nil) == .verdict(.noService))
  }

  @Test("the packaged service file: pam_unix refuses a wrong password")
  func packaged() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Packaging/pam/latchkey")
    let service = try String(contentsOf: file, encoding: .utf8)
    #expect(try check("certainly-not-\(UUID())", service: service) == .verdict(.wrong))
  }

  @Test("PAM that hangs is over at the deadline, and when cancelled")
  func hangs() throws {
    // The module's program leaves our session, so it runs on for a moment.
    let service = "auth required pam_exec.so /bin/sleep 20\n"
    var outcome: PasswordOutcome?
    let time = Stopwatch.duration {
      outcome = try? check(service: service, milliseconds: 400)
    }
    #expect(outcome == .timedOut)
    #expect((Duration.milliseconds(400)..<Duration.seconds(15)).contains(time), "\(time)")
    let cancellation = Cancellation()
    Threads.after(milliseconds: 200) { cancellation.cancel() }
    #expect(try check(service: service, cancellation: cancellation) == .cancelled)
  }

  @Test("a helper program that is not there, crashes, hangs or talks nonsense")
  func helpers() throws {
    let rows: [(script: String?, password: PasswordOutcome, finger: FingerOutcome)] = [
      (nil, .unavailable(.notStarted), .unavailable(.notStarted)),
      ("exit 1", .endedWithoutAnswer, .endedWithoutAnswer),
      ("kill -SEGV $$", .endedWithoutAnswer, .endedWithoutAnswer),
      ("exec sleep 600", .timedOut, .timedOut),
      ("trap '' TERM; exec sleep 600", .timedOut, .timedOut),
      (
        "printf '\\377\\1\\0\\0\\0x'; cat > /dev/null", .unavailable(.broken), .unavailable(.broken)
      ),
      (
        "printf '\\20\\377\\377\\377\\377x'; cat > /dev/null", .unavailable(.broken),
        .unavailable(.broken)
      ),
      (
        "printf '\\20\\1\\0\\0\\0\\77'; cat > /dev/null", .unavailable(.broken),
        .unavailable(.broken)
      ),
      ("printf '\\20\\1\\0'; exit 0", .endedWithoutAnswer, .endedWithoutAnswer),
    ]
    for (number, row) in rows.enumerated() {
      let path = folder.file("helper\(number)")
      if let script = row.script {
        try folder.writeProgram("#!/bin/sh\n\(script)\n", to: "helper\(number)")
      }
      let helper = HelperProgram(path: path)
      let isSilent = row.password == .timedOut
      func deadline() -> Deadline { isSilent ? Deadline(milliseconds: 500) : .distant }
      let password = helper.checkPassword(
        SecretBytes(copying: [1]), until: deadline(), cancellation: Cancellation())
      #expect(password == row.password, "\(row.script ?? "none")")
      let finger = helper.verifyFinger(
        until: deadline(), cancellation: Cancellation()
      ) { _ in true }
      #expect(finger == row.finger, "\(row.script ?? "none")")
    }
  }
}
