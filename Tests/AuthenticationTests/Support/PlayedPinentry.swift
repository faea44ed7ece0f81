// SPDX-License-Identifier: Apache-2.0
import Authentication
import Foundation
import TestPatience

/// A pinentry that plays a script of the test.
///
/// It answers each command by the shell function of that name in the script, or by `OK`, and logs
/// the command.
struct PlayedPinentry {
  private static let script = """
    #!/bin/sh
    echo $$ > "$HOME/process"
    GREETING() { echo "OK at your service"; }
    OTHER() { echo OK; }
    . "$HOME/play"
    GREETING
    while IFS= read -r line; do
      printf '%s\\n' "$line" >> "$HOME/log"
      word="${line%% *}"
      case "$word" in
        BYE) echo "OK closing connection"; exit 0 ;;
        GETPIN | CONFIRM | SETTIMEOUT | SETREPEAT | SETPROMPT | SETERROR)
          if type "$word" > /dev/null 2>&1; then "$word"; else OTHER; fi ;;
        *) OTHER ;;
      esac
    done
    """

  /// The path of the program, which all tests share.
  static let path: String = {
    let path = TemporaryDirectory.parent + "/latchkey-played-pinentry-\(getpid())"
    let made = try? TemporaryDirectory().writeProgram(script, to: "pinentry", at: path)
    atexit { unsafe unlink(PlayedPinentry.path) }
    return made ?? AbsentPath.path
  }()

  let home = TemporaryDirectory()

  /// Makes a pinentry with this script.
  init(_ play: String) throws {
    try home.write(play, to: "play")
  }

  var prompter: Pinentry { prompter() }

  func prompter(_ change: (inout PromptSurroundings) -> Void = { _ in }) -> Pinentry {
    var surroundings = PromptSurroundings()
    change(&surroundings)
    surroundings.variables["HOME"] = home.path
    return Pinentry(
      program: PinentryProgram(path: Self.path, needsTerminal: false), surroundings: surroundings)
  }

  /// Asks for a passcode.
  func ask(
    _ question: PasscodeQuestion = .plain, milliseconds: Int = 300_000,
    cancellation: Cancellation = Cancellation()
  ) -> PasscodeAnswer {
    prompter.askPasscode(
      question, until: Deadline(milliseconds: milliseconds), cancellation: cancellation)
  }

  /// The commands that the pinentry was given.
  var log: [String] { home.text("log").split(separator: "\n").map(String.init) }

  /// True once its script has made the file `here`.
  var isHere: Bool {
    Patience.wait { unsafe access(home.file("here"), F_OK) == 0 }
  }

  /// True if its process exists, even as a zombie.
  var isThere: Bool { process.map { kill($0, 0) == 0 } ?? false }

  /// True if its process runs.
  ///
  /// A zombie does not count, since its parent has to reap it.
  var isRunning: Bool {
    guard let process,
      let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    else { return false }
    return !state.contains(") Z ")
  }

  private var process: pid_t? { pid_t(home.text("process").trimmingCharacters(in: .newlines)) }
}

extension PasscodeQuestion {
  static let plain = PasscodeQuestion(title: "Store", description: "Why", prompt: "Passcode:")
}
