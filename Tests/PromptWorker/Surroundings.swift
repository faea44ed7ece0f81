// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc

/// Prints the prompt that this process would choose, as a line.
enum Surroundings {
  /// - Parameter inBackground: true to give the foreground of the terminal to another process
  ///   first.
  static func tell(inBackground: Bool) {
    let other = inBackground ? takeForeground() : nil
    let surroundings = PromptSurroundings.current()
    switch PromptChoice(surroundings) {
    case .agent: Asking.say("agent")
    case .display(let program): Asking.say("display \(program.path)")
    case .terminalProgram(let program): Asking.say("program \(program.path)")
    case .terminal(let terminal): Asking.say("terminal \(terminal.path) \(terminal.kind ?? "")")
    case .nobody(let reason): Asking.say("nobody \(reason)")
    }
    guard let other else { return }
    let answer = TerminalPrompt(terminal: .init(path: "/dev/tty", kind: nil)).askPasscode(
      PasscodeQuestion(title: "Store", description: "", prompt: "passcode:"),
      until: Deadline(milliseconds: 300_000), cancellation: Cancellation())
    Asking.say(Asking.word(answer))
    kill(other, SIGKILL)
    waitpid(other, nil, 0)
  }

  /// Starts a process in a group of its own, and gives it the foreground.
  private static func takeForeground() -> pid_t? {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    let arguments: [String] = ["/bin/sleep", "600"]
    let words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    var other: pid_t = 0
    guard unsafe posix_spawn(&other, "/bin/sleep", nil, &attributes, words + [nil], nil) == 0,
      tcsetpgrp(0, other) == 0
    else { return nil }
    return other
  }
}
