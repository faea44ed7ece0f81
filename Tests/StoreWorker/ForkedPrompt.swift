// SPDX-License-Identifier: Apache-2.0
import Authentication
import Foundation
import Glibc
import KeychainTypes
import SecureMemory
import TestPatience

/// Forks while another thread asks the user inside a call: in its code between two waits, and while
/// it waits (Decisions/fork.md).
enum ForkedPrompt {
  /// A lock that the asking thread holds for a moment, as it does with the locks of the library.
  private static let held = Lock(0)
  /// The progress of the asking thread: 1 with the lock, 2 after it.
  private static let step = Lock(0)

  static func run() -> Int32 {
    guard Items.add("parent") == 0 else { return 11 }
    guard let program = try? silentProgram() else { return 12 }
    let folder = program.deletingLastPathComponent().path
    let means = PromptMeans(surroundings: {
      held.withLock { _ in
        step.withLock { $0 = max($0, 1) }
        let stopwatch = Stopwatch()
        while stopwatch.elapsed < .milliseconds(100) { sched_yield() }
      }
      step.withLock { $0 = 2 }
      var surroundings = PromptSurroundings()
      surroundings.variables = ["DISPLAY": ":0", "XDG_RUNTIME_DIR": folder]
      surroundings.pinentries = [PinentryProgram(path: program.path, needsTerminal: false)]
      return surroundings
    })
    let cancellation = Cancellation()
    let authenticator = MachineAuthenticator(means) { () throws(KeychainError) in
      throw KeychainError(.notAvailable, "none")
    }
    let ask: @Sendable (Int, Cancellation) -> Void = { seconds, cancellation in
      guard ForkBarrier.begin() else { return }
      defer { ForkBarrier.end() }
      let question = ConfirmationQuestion(
        title: "title", description: "text", accept: "Allow", refuse: nil)
      _ = authenticator.confirm(
        question, until: Deadline(milliseconds: seconds * 1_000), cancellation: cancellation)
    }
    let thread = Threads.start { ask(200, cancellation) }
    let status = forks(program.path, ask) {
      cancellation.cancel()
      Threads.join(thread)
    }
    cancellation.cancel()
    return status
  }

  /// Forks at three moments of the question; `end` ends it.
  private static func forks(
    _ program: String, _ ask: (Int, Cancellation) -> Void, _ end: () -> Void
  ) -> Int32 {
    Patience.waitOrExit(for: "the question to begin") { step.withLock { $0 } == 1 }
    // The child must not inherit the lock.
    let first = ForkTask.child {
      alarm(30)
      return held.withLock { _ in Items.find("parent") }
    }
    guard first == 0 else { return 20 + min(first, 9) }
    let mark = program + ".runs"
    Patience.waitOrExit(for: "the question to be open") { unsafe access(mark, F_OK) == 0 }
    let stopwatch = Stopwatch()
    // The fork does not wait for the user.
    let second = ForkTask.child { held.withLock { _ in Items.find("parent") } }
    guard second == 0, stopwatch.elapsed < Patience.soon else { return 40 + min(second, 9) }
    return queue(beside: program, ask, end)
  }

  /// Forks a child that asks a question of its own after the parent's, and then goes on living.
  ///
  /// The child must leave the queue of prompts, although its parent was in it at the fork.
  private static func queue(
    beside program: String, _ ask: (Int, Cancellation) -> Void, _ end: () -> Void
  ) -> Int32 {
    var pipes: [Int32] = [0, 0]
    guard unsafe pipe(&pipes) == 0 else { return 61 }
    let process = Fork.call()
    if process == 0 {
      alarm(100)
      ask(5, Cancellation())
      var byte: UInt8 = 1
      _ = unsafe write(pipes[1], &byte, 1)
      while true { pause() }
    }
    defer {
      kill(process, SIGKILL)
      _ = Fork.wait(process)
    }
    close(pipes[1])
    defer { close(pipes[0]) }
    end()
    var byte: UInt8 = 0
    guard unsafe read(pipes[0], &byte, 1) == 1 else { return 62 }
    let folder = URL(fileURLWithPath: program).deletingLastPathComponent().path
    let file = unsafe open(folder + "/latchkey-prompts", O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return 63 }
    defer { close(file) }
    var lock = flock()
    (lock.l_type, lock.l_whence, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 9)
    guard unsafe fcntl(file, F_GETLK, &lock) == 0 else { return 64 }
    return lock.l_type == Int16(F_UNLCK) ? 0 : 65
  }

  /// Makes a pinentry program that never says a word.
  private static func silentProgram() throws -> URL {
    let folder = ProcessInfo.processInfo.environment["LATCHKEY_HOME"] ?? "/nonexistent"
    let program = URL(fileURLWithPath: folder + "/silent-pinentry")
    let text = "#!/bin/sh\ntouch \"$0.runs\"\nexec cat\n"
    try Data(text.utf8).write(to: program)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: program.path)
    return program
  }
}
