// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import LocalAuthentication
import SecureMemory
import TestPatience

/// `evaluation POLICY WAY`: evaluates a policy by an `LAContext` on the real machine.
///
/// Each reply is a line with its code, 0 for success.
///
/// When a file `go` exists in HOME, WAY happens during the evaluation. `invalidate` invalidates the
/// context twice, from this thread. `drop` releases the last reference. `again` begins a second
/// evaluation. `fork` makes a child that uses the store without a prompt, and ends. With `wait` the
/// evaluation simply ends.
enum EvaluationTask {
  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count == 2, let policy = Int(arguments[0]).flatMap(LAPolicy.init) else {
      return 2
    }
    var context: LAContext? = LAContext()
    let other = LAContext()
    awaitReader(policy)
    let log = Log()
    begin(context, policy, "first", log)
    if arguments[1] != "wait" { awaitFile("go") }
    switch arguments[1] {
    case "invalidate":
      context?.invalidate()
      context?.invalidate()
    case "drop": context = nil
    case "again": begin(other, policy, "second", log)
    case "fork": fork()
    default: break
    }
    let wanted = arguments[1] == "again" ? 2 : 1
    Patience.waitOrExit(for: "the replies") { log.count >= wanted }
    // A surplus reply would come now. It cannot be waited for, because it should not come.
    Patience.pause(.milliseconds(200))
    withExtendedLifetime((context, other)) {}
    return log.count == wanted ? 0 : 1
  }

  private final class Log: Sendable {
    private let replies = Lock(0)
    var count: Int { replies.withLock { $0 } }

    func take(_ name: String, _ code: Int) {
      replies.withLock { $0 += 1 }
      EvidenceTask.say("\(name) \(code)")
    }
  }

  private static func begin(_ context: LAContext?, _ policy: LAPolicy, _ name: String, _ log: Log) {
    context?.evaluatePolicy(policy, localizedReason: "a test") { isDone, error in
      let code = (error as? LAError)?.errorCode
      log.take(name, isDone ? 0 : code ?? 1)
      // Calls into the library work from within a reply.
      _ = LAContext().interactionNotAllowed
    }
  }

  private static func fork() {
    let child = Fork.call()
    if child == 0 {
      alarm(200)
      let isDone = Items.add("child") == 0 && Items.find("child") == 0
      _exit(isDone ? 0 : 1)
    }
    EvidenceTask.say("child \(Fork.wait(child))")
    EvidenceTask.say("go on")
  }

  /// Waits for the fingerprint reader: on a busy machine the first look for it may take longer than
  /// a call waits.
  private static func awaitReader(_ policy: LAPolicy) {
    guard unsafe getenv("LATCHKEY_PROMPT_HELPER") != nil else { return }
    Patience.waitOrExit(for: "the fingerprint reader") {
      LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics)
    }
  }

  private static func awaitFile(_ name: String) {
    let home = unsafe getenv("HOME").map { unsafe String(cString: $0) } ?? ""
    Patience.waitOrExit(for: "the word to go on") { unsafe access("\(home)/\(name)", F_OK) == 0 }
  }
}

extension LAContext {
  fileprivate func canEvaluatePolicy(_ policy: LAPolicy) -> Bool {
    var error: NSError?
    return unsafe canEvaluatePolicy(policy, error: &error)
  }
}
