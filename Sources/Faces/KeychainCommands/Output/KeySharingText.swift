// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// The words about a keychain or store that is unlocked for one process only, because neither the
/// kernel nor the key agent holds its key (Decisions/key-agent.md).
struct KeySharingText {
  /// A step that helps, and the command for it.
  struct Step {
    let words: String
    var command: String?

    init(_ words: String, _ command: String? = nil) {
      (self.words, self.command) = (words, command)
    }

    /// The step as one line.
    var line: String { command.map { "\(words): \($0)" } ?? words }
  }

  /// The reason, as the beginning of a sentence without a capital letter.
  let cause: String
  /// The steps that help; at least one.
  let steps: [Step]

  /// - Parameter obstacle: Nil if the reason is not known. Another process can have changed it.
  init(_ obstacle: KeySharingObstacle?) {
    guard let obstacle else {
      cause = "the kernel did not keep the key"
      steps = [Step("unlock again: other keys have made room meanwhile")]
      return
    }
    let (kernel, more) = Self.words(obstacle.kernel)
    let (agent, own) = Self.words(obstacle.agent)
    cause = kernel + (agent.map { ", and \($0)" } ?? "")
    let session = "give all commands to one security -i"
    steps =
      obstacle.agent == .notInstalled
      ? [Step("\(own[0].words), or \(session)")] + more : own + more + [Step("or \(session)")]
  }

  /// Prints the reason and the steps.
  ///
  /// - Parameter effect: The end of the first sentence, which the reason begins.
  func tell(_ effect: String, on terminal: Terminal) {
    terminal.complain("\(cause), so \(effect): \(steps[0].line)")
    for step in steps.dropFirst() { terminal.complain(step.line) }
  }

  /// Returns a finding with the steps.
  func fixing(_ finding: Finding) -> Finding {
    steps.reduce(finding) { finding, step in
      let words = Self.capital(step.words)
      return step.command.map { finding.fix(.shared.followed(step: words), code: [$0]) }
        ?? finding.fix(.shared.step(step: words))
    }
  }

  /// Returns a text with a capital letter at its beginning.
  static func capital(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private static func words(_ kernel: KeySharingObstacle.Kernel) -> (cause: String, steps: [Step]) {
    guard case .isFull(let quota) = kernel else { return ("the kernel keeps no key here", []) }
    let cause = "the kernel has no room for more keys of this user"
    let locking = Step("make room by locking a keychain", "security lock-keychain NAME")
    guard let quota else { return (cause, [locking]) }
    let prefix = geteuid() == 0 ? "kernel.keys.root_" : "kernel.keys."
    return (
      "\(cause) (\(quota.keys) of \(quota.keyLimit) keys, "
        + "\(quota.bytes) of \(quota.byteLimit) bytes)",
      [
        locking,
        Step(
          "root gives more room",
          "sysctl -w \(prefix)maxkeys=\(10 * quota.keyLimit) "
            + "\(prefix)maxbytes=\(10 * quota.byteLimit)"),
      ]
    )
  }

  /// Returns the reason of the key agent, and the steps that help.
  ///
  /// The reason is nil if the agent is not installed: the step says that.
  private static func words(
    _ agent: KeySharingObstacle.Agent
  ) -> (cause: String?, steps: [Step]) {
    let search = "ss -xlp | grep latchkey-keys-1-\(geteuid())"
    return switch agent {
    case .notInstalled: (nil, [Step("install latchkey-prompt, which keeps keys")])
    case .doesNotStart:
      (
        "latchkey-prompt cannot start the key agent",
        [Step("see that this ends with status 0", "latchkey-prompt --hold-keys")]
      )
    case .doesNotAnswer:
      (
        "the key agent does not answer",
        [
          Step("end it, then unlock again", "pkill -KILL -x -u \(geteuid()) latchkey-prompt"),
          Step("if another user has its name, root finds the process", search),
        ]
      )
    case .isForeign:
      (
        "a process of another user has the name of the key agent",
        [Step("root finds that process", search)]
      )
    case .isFull:
      (
        "the key agent holds \(KeyAgent.countLimit) keys, its limit",
        [Step("forget the keys of all keychains", "security lock-keychain -a")]
      )
    }
  }
}
