// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc
import SecureMemory

/// Asks one question, and prints its answer as a line.
enum Asking {
  /// Asks at the controlling terminal, while a second thread exists to which the kernel may deliver
  /// signals.
  static func atTerminal(deliversInterrupt: Bool) {
    var other = pthread_t()
    let idle: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
      while true { pause() }
    }
    unsafe pthread_create(&other, nil, idle, nil)
    if deliversInterrupt {
      let terminal = unsafe open("/dev/tty", O_RDWR | O_NONBLOCK)
      let line = HiddenLine(
        terminal: terminal, interrupt: .isDelivered, until: Deadline(milliseconds: 300_000),
        cancellation: Cancellation())
      do {
        say("line of \(try line.ask("passcode: ", limit: 100).count)")
      } catch {
        say("\(error)")
      }
      return
    }
    let milliseconds = unsafe getenv("PROMPT_MILLISECONDS").flatMap {
      unsafe Int(String(cString: $0))
    }
    let prompt = TerminalPrompt(terminal: .init(path: "/dev/tty", kind: nil))
    let question = PasscodeQuestion(title: "Store", description: "", prompt: "passcode:")
    say(
      word(
        prompt.askPasscode(
          question, until: Deadline(milliseconds: milliseconds ?? 300_000),
          cancellation: Cancellation())))
  }

  /// Asks through the pinentry program at `path`, and prints how the question ended.
  static func throughPinentry(_ path: String, home: String) {
    say(word(answer(path, home: home)))
  }

  /// Asks through the pinentry program at `path`, and returns the answer.
  static func answer(_ path: String, home: String) -> PasscodeAnswer {
    var surroundings = PromptSurroundings()
    surroundings.variables["HOME"] = home
    let program = PinentryProgram(path: path, needsTerminal: false)
    let question = PasscodeQuestion(title: "Store", description: "", prompt: "passcode:")
    return Pinentry(program: program, surroundings: surroundings).askPasscode(
      question, until: Deadline(milliseconds: 300_000), cancellation: Cancellation())
  }

  /// Waits for a finger through the helper program at `path`, and prints the outcome.
  static func forFinger(_ path: String, bus: String) {
    let outcome = HelperProgram(path: path, busAddress: bus).verifyFinger(
      until: Deadline(milliseconds: 300_000), cancellation: Cancellation()
    ) { event in
      if case .waiting = event { say("waiting") }
      return true
    }
    say("\(outcome)")
  }

  static func say(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
  }

  static func word(_ answer: PasscodeAnswer) -> String {
    switch answer {
    case .passphrase(let secret): "passphrase of \(secret.count)"
    case .cancelled, .notConfirmed, .timedOut, .unavailable, .endedWithoutAnswer: "\(answer)"
    }
  }
}
