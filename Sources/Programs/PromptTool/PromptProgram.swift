// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc
import SecureMemory

/// The program `latchkey-prompt`: reads a request from its standard input, answers it, and ends.
///
/// `HelperProgram`, a type of the target Authentication, starts this program with a socket as its
/// standard input.
enum PromptProgram {
  /// The milliseconds after which the program ends, longer than any authentication may take
  /// (Specification/access-control.md, "Deadlines and cancellation").
  ///
  /// After this time, the program that started `latchkey-prompt` has ended or no longer waits. The
  /// request `follow`, which watches whether the screen is locked, has no time limit.
  private static let lifetime = 310_000  // milliseconds

  private static let usage: Int32 = 64

  /// Runs the program.
  ///
  /// - Parameter arguments: empty, or `--service-directory` and the directory of PAM's service
  ///   files, or the arguments of the key agent (`KeyAgentProgram`).
  /// - Returns: the exit status: 0 for success, 1 for a broken connection, 64 for wrong usage.
  static func run(_ arguments: [String]) -> Int32 {
    if arguments.first == KeyAgentProgram.option {
      let program = ProgramArguments.programName ?? ""
      return KeyAgentProgram.run(program, Array(arguments.dropFirst())) ?? usage
    }
    var directory: String?
    if arguments.count == 2, arguments[0] == "--service-directory" {
      directory = arguments[1]
    } else if !arguments.isEmpty {
      return usage
    }
    guard isSocket(STDIN_FILENO) else { return usage }
    let channel = HelperChannel(
      SocketStream(
        socket: STDIN_FILENO, until: Deadline(milliseconds: lifetime),
        cancellation: Cancellation()))
    do throws(HelperError) {
      try answer(try channel.receive(), channel, directory)
      return 0
    } catch {
      return error == .ended ? 0 : 1
    }
  }

  private static func answer(
    _ request: HelperFrame, _ channel: HelperChannel, _ directory: String?
  ) throws(HelperError) {
    switch request.kind {
    case .password:
      let verdict = PasswordCheck(directory: directory).check(request.content)
      try channel.send(HelperFrame(.verdict, [verdict.rawValue]))
    case .sensor:
      try channel.send(sensor())
    case .finger:
      try FingerVerification.run(channel)
    case .follow:
      try SessionWatch.run(
        HelperChannel(
          SocketStream(
            socket: STDIN_FILENO, until: .never, cancellation: Cancellation())))
    case .again, .release, .verdict, .found, .hint, .noMatch, .match, .failure, .report:
      throw .garbled
    }
  }

  private static func sensor() -> HelperFrame {
    do throws(FingerFailure) {
      return try FingerReader.find().sensor.frame
    } catch {
      return HelperFrame(.failure, [error.rawValue])
    }
  }

  private static func isSocket(_ descriptor: Int32) -> Bool {
    var state = stat()
    return unsafe fstat(descriptor, &state) == 0 && state.st_mode & S_IFMT == S_IFSOCK
  }
}
