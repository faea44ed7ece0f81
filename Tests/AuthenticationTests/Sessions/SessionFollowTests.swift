// SPDX-License-Identifier: Apache-2.0
import Authentication
import Foundation
import SecureMemory
import TestPatience
import Testing

/// Tests of `security lock-store --follow-session` (Specification/access-control.md, "The lock
/// state on Linux").
///
/// They use mocks of logind and GNOME's screen saver on a real bus. The suite has the body of case
/// 73 of "Conformance cases", which `MachineCase` runs.
@Suite("A store that follows the session", .serialized)
struct SessionFollowTests {
  private let machine: LoginMachine
  private let store: EvidenceStore

  init() throws {
    machine = try LoginMachine()
    store = try EvidenceStore("presence")
  }

  private func follow() throws -> FollowingWorker {
    try FollowingWorker(store.home.file("store"), on: machine.bus)
  }

  private var state: String { (try? store.finish(["state"])) ?? "" }

  /// Case 73: the signal Lock, LockedHint false, and PrepareForSleep, which waits for the lock.
  func case73() throws {
    let follower = try follow()
    #expect(Patience.wait { machine.isHeld })
    #expect(state == "unlocked\n")
    #expect(machine.ask("Lock"))
    #expect(follower.says("locked"))
    #expect(state == "locked\n")
    #expect(machine.setHint(false))
    #expect(follower.says("the screen is unlocked; the store stays locked"))
    // Only the passcode brings the dropped keys back.
    #expect(state == "locked\n")
    try store.finish(["unlock", EvidenceStore.passcode])
    #expect(state == "unlocked\n")
    #expect(machine.prepareForSleep(true))
    let time = Stopwatch.duration {
      #expect(Patience.wait { !machine.isHeld })
    }
    #expect(time < Patience.soon, "\(time)")
    #expect(state == "locked\n")
    #expect(follower.lines.last == "locked")
    #expect(machine.prepareForSleep(false))
    #expect(Patience.wait { machine.isHeld })
  }

  @Test("a screen saver, also one that comes later; Unlock ends only what Lock began")
  func screenSaver() throws {
    let follower = try follow()
    try machine.startSaver()
    #expect(machine.setSaver(true))
    #expect(follower.says("locked"))
    #expect(state == "locked\n")
    #expect(machine.ask("Lock") && machine.ask("Unlock"))
    #expect(follower.says("locked", times: 2))
    #expect(machine.setSaver(false))
    #expect(follower.says("the screen is unlocked; the store stays locked"))
    #expect(follower.lines.filter { $0.hasPrefix("the screen") }.count == 1)
  }

  @Test("two sessions; the end of both, and the end of the machine, are like a restart")
  func ends() throws {
    let follower = try follow()
    #expect(machine.addSession("two"))
    #expect(machine.setHint(true, in: "two"))
    #expect(machine.removeSession())
    #expect(follower.says("locked"))
    #expect(state == "locked\n")
    #expect(machine.removeSession("two"))
    #expect(follower.says("locked", times: 2))
    #expect(state == "beforeFirstUnlock\n")
    try store.finish(["unlock", EvidenceStore.passcode])
    #expect(machine.prepareForShutdown())
    #expect(follower.says("locked", times: 3))
    #expect(state == "beforeFirstUnlock\n")
  }

  @Test("signals of programs that are not logind are not heard")
  func forged() throws {
    let follower = try follow()
    let send = ["dbus-send", "--system", "--type=signal"]
    let sleep = [
      "/org/freedesktop/login1", "org.freedesktop.login1.Manager.PrepareForSleep", "boolean:true",
    ]
    let lock = [LoginMachine.session, "org.freedesktop.login1.Session.Lock"]
    for number in 0..<20 {
      for signal in [sleep, lock] {
        #expect(machine.bus.finish(send + ["--dest=:1.\(number)"] + signal) == 0)
      }
    }
    #expect(machine.bus.finish(send + lock) == 0)
    // A forged signal must have no effect, so there is no event to wait for.
    Patience.pause(.milliseconds(300))
    #expect(follower.lines == ["following"])
    #expect(Patience.wait { machine.isHeld })
  }

  @Test("logind that comes anew, and a helper that is killed: followed again")
  func again() throws {
    let follower = try follow()
    try machine.startLogin()
    #expect(follower.says("following", times: 2))
    // On a slow machine the helper sees the old and the new logind, and begins twice.
    #expect(Patience.wait { machine.isHeld && !children(of: follower.worker.process).isEmpty })
    let helper = try #require(children(of: follower.worker.process).first)
    let before = follower.lines.count { $0 == "following" }
    kill(helper, SIGKILL)
    #expect(follower.says("following", times: before + 1))
    // On a slow machine the mock has no session for a moment after its start. The helper then takes
    // the session for ended, and the store is locked as after a restart.
    try store.finish(["unlock", EvidenceStore.passcode])
    #expect(machine.ask("Lock"))
    #expect(Patience.wait { state == "locked\n" })
    #expect(follower.says("locked"))
  }

  @Test("ended or killed, it leaves nothing: no helper, no logind that waits")
  func killed() throws {
    for signal in [SIGTERM, SIGKILL] {
      let follower = try follow()
      let helper = try #require(children(of: follower.worker.process).first)
      kill(follower.worker.process, signal)
      #expect(follower.worker.end() == 128 + signal)
      #expect(Patience.wait(within: Patience.soon) { !isRunning(helper) })
      #expect(Patience.wait(within: Patience.soon) { !machine.isHeld })
    }
  }

  /// Tries to follow a session with a store that is refused, and returns the status and output.
  private func refusal(_ directory: String) throws -> (status: Int32?, output: String) {
    let worker = try PromptWorker(
      ["lock-store", "--follow-session"], program: "security",
      environment: [
        "LATCHKEY_HOME": directory, "LATCHKEY_PROMPT_HELPER": try machine.bus.helper(),
        "DBUS_SESSION_BUS_ADDRESS": machine.bus.address,
      ])
    defer { kill(worker.process, SIGKILL) }
    return (worker.end(), worker.output)
  }

  @Test("no store, no passcode, no helper: refused at once")
  func refusals() throws {
    let bare = TemporaryDirectory()
    let none = try refusal(bare.file("store"))
    #expect(none.status == 50)
    #expect(none.output.contains("there is no store at this path"))
    #expect(unsafe access(bare.file("store"), F_OK) != 0)
    let add = try PromptWorker(
      ["add-generic-password", "-a", "a", "-s", "s", "-w", "x"], program: "security",
      environment: ["LATCHKEY_HOME": bare.file("store")])
    #expect(add.end() == 0)
    let open = try refusal(bare.file("store"))
    #expect(open.status == 206)
    #expect(open.output.contains("the store has no passcode"))
    let alone = try store.start(
      ["lock-store", "--follow-session"], program: "security",
      environment: ["LATCHKEY_PROMPT_HELPER": bare.path])
    #expect(alone.end() == 1)
    #expect(alone.output.contains("LATCHKEY_PROMPT_HELPER"))
  }

  @Test("where no bus can be reached it says so once, and goes on trying")
  func unreachable() throws {
    let nowhere = TemporaryDirectory(forSockets: true)
    let bus = "unix:path=\(nowhere.file("bus"))"
    let helper = try nowhere.writeProgram(
      """
      #!/bin/sh
      DBUS_SYSTEM_BUS_ADDRESS='\(bus)' exec '\(FingerprintMachine.promptPath)' "$@"
      """, to: "helper")
    let worker = try PromptWorker(
      ["lock-store", "--follow-session"], program: "security",
      environment: [
        "LATCHKEY_HOME": store.home.file("store"), "LATCHKEY_PROMPT_HELPER": helper,
        "DBUS_SESSION_BUS_ADDRESS": bus,
      ])
    defer { kill(worker.process, SIGKILL) }
    let words = "no bus can be reached"
    #expect(Patience.wait { worker.output.contains(words) })
    // The command silently tries the bus again after a second, so there is no event to wait for.
    Patience.pause(.milliseconds(2_500))
    #expect(worker.output.split(separator: "\n").filter { $0.contains(words) }.count == 1)
    #expect(!worker.output.contains("following"))
  }

  @Test("where the helper ends at once it says so once, and starts it again")
  func broken() throws {
    let place = TemporaryDirectory()
    let helper = try place.writeProgram(
      "#!/bin/sh\necho once >>'\(place.file("starts"))'\nexit 1\n", to: "helper")
    let worker = try store.start(
      ["lock-store", "--follow-session"], program: "security",
      environment: ["LATCHKEY_PROMPT_HELPER": helper])
    defer { kill(worker.process, SIGKILL) }
    let words = "latchkey-prompt ended before it followed the session"
    func starts() -> Int {
      let text = try? String(contentsOfFile: place.file("starts"), encoding: .utf8)
      return text?.split(separator: "\n").count ?? 0
    }
    #expect(Patience.wait { starts() >= 2 })
    #expect(worker.output.split(separator: "\n").filter { $0.contains(words) }.count == 1)
  }

  @Test("a helper that never says anything is ended, and told of")
  func silent() throws {
    let place = TemporaryDirectory()
    let path = try place.writeProgram("#!/bin/sh\nexec sleep 600\n", to: "helper")
    let follower = SessionFollower(HelperProgram(path: path), longestStart: 300)
    let cancellation = Cancellation()
    let events = Lock<[SessionFollower.Event]>([])
    let stopwatch = Stopwatch()
    follower.run(cancellation: cancellation) { event in
      events.withLock { $0.append(event) }
      cancellation.cancel()
    }
    #expect(events.withLock { $0 } == [.helperEnded])
    #expect(stopwatch.elapsed < Patience.soon)
  }

  /// True if the process runs.
  ///
  /// A zombie does not count, since its parent has to reap it.
  private func isRunning(_ process: pid_t) -> Bool {
    let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return state.map { !$0.contains(") Z ") } ?? false
  }

  private func children(of process: pid_t) -> [pid_t] {
    let path = "/proc/\(process)/task/\(process)/children"
    return ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: " ")
      .compactMap { pid_t($0) }
  }
}
