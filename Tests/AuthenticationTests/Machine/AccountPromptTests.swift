// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// Tests of the account's password in place of a passcode (Specification/access-control.md, "The
/// passcode on Linux", `pam-only`).
///
/// They run programs on a store without a passcode, a pinentry, the helper program and the real
/// PAM.
@Suite("The account's password", .serialized)
struct AccountPromptTests {
  private static let password = "grün 50"

  /// Makes a store without a passcode, with an item that needs user presence.
  ///
  /// The account's password makes this possible.
  private func store(_ service: AccountService) throws -> EvidenceStore {
    let store = EvidenceStore()
    try store.finish(["make", "presence"], environment: service.environment)
    return store
  }

  private func read(
    _ store: EvidenceStore, _ pinentry: PlayedPinentry, _ service: AccountService,
    seconds: Int = 300
  ) throws -> EvidenceStore.Answer {
    let environment = store.at(pinentry, seconds: seconds).merging(service.environment) { $1 }
    return EvidenceStore.answer(try store.finish(["ask"], environment: environment))
  }

  private func typing(_ words: String...) throws -> PlayedPinentry {
    try PlayedPinentry(
      """
      GETPIN() {
        echo x >> "$HOME/asked"
        case $(wc -l < "$HOME/asked") in
        \(words.indices.map { "\($0 + 1)) echo 'D \(words[$0])' ;;" }.joined(separator: "\n"))
        esac
        echo OK
      }
      """)
  }

  @Test("wrong, then right: asked again, and the item is there")
  func wrongThenRight() throws {
    let service = try AccountService(password: Self.password)
    let pinentry = try typing("other", Self.password)
    let answer = try read(store(service), pinentry, service)
    #expect(answer.status == 0 && answer.secret == "secret")
    let log = pinentry.log
    #expect(log.filter { $0 == "GETPIN" }.count == 2)
    #expect(log.filter { $0.hasPrefix("SETERROR") } == ["SETERROR Wrong password."])
    #expect(log.contains { $0.hasPrefix("SETDESC") && $0.contains("password of your account") })
  }

  @Test("three wrong ones end the evaluation")
  func threeWrong() throws {
    let service = try AccountService(password: Self.password)
    let pinentry = try typing("a", "b", "c", Self.password)
    let answer = try read(store(service), pinentry, service)
    #expect(answer.status == -25293)
    #expect(pinentry.log.filter { $0 == "GETPIN" }.count == 3)
  }

  @Test("without our service file nobody is asked, whatever PAM has for unknown services")
  func noService() throws {
    let service = try AccountService(password: Self.password)
    try service.folder.write(
      "auth required pam_permit.so\naccount required pam_permit.so\n", to: "other")
    let store = try store(service)
    try service.remove()
    let pinentry = try typing(Self.password)
    #expect(try read(store, pinentry, service).status == -25293)
    #expect(pinentry.log.isEmpty)
  }

  @Test("a locked account, a PAM that cannot say, a service that goes in between")
  func refusals() throws {
    for (lines, status) in [
      ("auth required pam_debug.so\naccount required pam_debug.so acct=acct_expired\n", -25293),
      ("auth required pam_debug.so auth=authinfo_unavail\n", -25308),
    ] {
      let service = try AccountService(lines)
      let pinentry = try typing("a", "b")
      #expect(try read(store(service), pinentry, service).status == status)
      #expect(pinentry.log.filter { $0 == "GETPIN" }.count == 1, "\(lines)")
    }
    let service = try AccountService(password: Self.password)
    let pinentry = try PlayedPinentry(
      "GETPIN() { rm '\(service.folder.file("latchkey"))'; echo 'D \(Self.password)'; echo OK; }")
    #expect(try read(store(service), pinentry, service).status == -25293)
  }

  @Test("a module that hangs is ended at the deadline")
  func hangs() throws {
    let folder = TemporaryDirectory()
    let script = try folder.writeProgram("#!/bin/sh\nexec sleep 600\n", to: "hang")
    let service = try AccountService("auth required pam_exec.so expose_authtok [\(script)]\n")
    let pinentry = try typing("a")
    let answer = try read(store(service), pinentry, service, seconds: 5)
    #expect(answer.status == -25293)
    #expect((5_000..<50_000).contains(answer.milliseconds))
  }

  @Test("a passcode of the store wins; after its removal the account's password counts again")
  func passcodeWins() throws {
    let service = try AccountService(password: Self.password)
    let store = try store(service)
    try store.finish(["passcode", EvidenceStore.passcode])
    let both = try typing(Self.password, EvidenceStore.passcode)
    #expect(try read(store, both, service).status == 0)
    #expect(both.log.filter { $0.hasPrefix("SETERROR") } == ["SETERROR Wrong passcode."])
    try store.finish(["remove", EvidenceStore.passcode])
    let account = try typing(Self.password)
    #expect(try read(store, account, service).secret == "secret")
  }

  @Test("a gate keeps no key: what the passcode class needs is refused, policies are not")
  func gate() throws {
    let service = try AccountService(password: Self.password)
    let store = EvidenceStore()
    let pinentry = try typing()
    let around = store.at(pinentry).merging(service.environment) { $1 }
    let said = try store.finish(["owner"], environment: around).split(separator: "\n")
    #expect(said == ["owner true", "right -5", "item -25291"])
    let status = try store.start(["lock-status"], program: "security", environment: around)
    #expect(status.end() == 0)
    #expect(
      status.output.hasPrefix(
        "passcode:     none; the password of the account is asked for (a gate, not a key)\n"))
    var without = around
    without["LATCHKEY_PAM_DIRECTORY"] = AbsentPath.path
    let none = try store.finish(["owner"], environment: without).split(separator: "\n")
    #expect(none == ["owner false", "right -5", "item -25291"])
  }

  @Test("what it has proved ends when the administrator takes the service away")
  func serviceGone() throws {
    let service = try AccountService(password: Self.password)
    let store = try store(service)
    let pinentry = try typing(Self.password)
    let around = store.at(pinentry).merging(service.environment) { $1 }
    let said = try store.finish(["keep", service.folder.file("latchkey")], environment: around)
    #expect(said.split(separator: "\n") == ["evaluated 0", "status 0", "status -25308"])
  }

  @Test("a passcode that is set while the password is typed is not taken for it")
  func passcodeMeanwhile() throws {
    let service = try AccountService(password: Self.password)
    let store = try store(service)
    let pinentry = try PlayedPinentry(
      """
      GETPIN() {
        LATCHKEY_HOME='\(store.home.file("store"))' \
          '\(PromptWorker.folder.appendingPathComponent("StoreWorker").path)' \
          evidence passcode 1234 > /dev/null
        echo 'D \(Self.password)'
        echo OK
      }
      """)
    #expect(try read(store, pinentry, service).status == -25293)
    let passcode = try typing("1234")
    #expect(try read(store, passcode, service).secret == "secret")
    #expect(passcode.log.contains { $0.hasPrefix("SETDESC") && $0.contains("passcode") })
  }

  @Test("failed matches of fingers count, and the right password clears them")
  func failedMatches() throws {
    let service = try AccountService(password: Self.password)
    let store = try store(service)
    #expect(try store.failures() == 0)
    try store.finish(["count", "4"])
    #expect(try store.failures() == 4)
    try store.finish(["count", "3"])
    #expect(try store.failures() == 5)
    #expect(try read(store, try typing(Self.password), service).status == 0)
    #expect(try store.failures() == 0)
  }
}
