// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc
import TestPatience

/// Runs prompts that end in every way, and counts the descriptors and children that are left in
/// this process.
enum LeakCount {
  /// - Parameter ignoresChildren: true if this process ignores SIGCHLD, as some hosts do. The
  ///   kernel then discards the status of each child at its end.
  static func run(_ path: String, home: String, ignoresChildren: Bool) {
    if ignoresChildren { signal(SIGCHLD, SIG_IGN) }
    ask(path, home, milliseconds: 300_000)
    let before = descriptors()
    for round in 0..<12 {
      // Between answers: a deadline and a cancellation in the middle of the question.
      ask(path, home, milliseconds: round % 3 == 0 ? 150 : 300_000)
      cancelled(path, home)
    }
    ask(AbsentPath.file("pinentry"), home, milliseconds: 1_000)
    let after = descriptors()
    let isClean = before == after
    Asking.say(isClean ? "no descriptor left" : "descriptors: \(before) before, \(after) after")
    var status: Int32 = 0
    let child = unsafe waitpid(-1, &status, WNOHANG)
    Asking.say(child == -1 && errno == ECHILD ? "no child left" : "child \(child)")
  }

  /// Runs prompts in a process that may open only 0 to 9 more descriptors.
  ///
  /// Each prompt ends, and has an answer only if there were enough descriptors.
  static func starve(_ path: String, home: String) {
    // Closes the descriptors that other tests had open when this process was started.
    for descriptor: Int32 in 3..<256 { close(descriptor) }
    ask(path, home, milliseconds: 300_000)
    let before = descriptors()
    let lowestFree = dup(0)
    close(lowestFree)
    for more in 0..<rlim_t(10) {
      var limit = rlimit(rlim_cur: rlim_t(lowestFree) + more, rlim_max: 256)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      Asking.say("\(more): \(Asking.word(Asking.answer(path, home: home)))")
    }
    let after = descriptors()
    Asking.say(before == after ? "no descriptor left" : "\(before) before, \(after) after")
    var status: Int32 = 0
    let child = unsafe waitpid(-1, &status, WNOHANG)
    Asking.say(child == -1 && errno == ECHILD ? "no child left" : "child \(child)")
  }

  private static func ask(_ path: String, _ home: String, milliseconds: Int) {
    ask(path, home, Deadline(milliseconds: milliseconds), Cancellation())
  }

  private static func cancelled(_ path: String, _ home: String) {
    let cancellation = Cancellation()
    let pointer = unsafe Unmanaged.passRetained(cancellation).toOpaque()
    var thread = pthread_t()
    let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
      Patience.pause(.milliseconds(50))
      if let pointer = unsafe pointer {
        unsafe Unmanaged<Cancellation>.fromOpaque(pointer).takeRetainedValue().cancel()
      }
      return nil
    }
    unsafe pthread_create(&thread, nil, body, pointer)
    ask(path, home, Deadline(milliseconds: 300_000), cancellation)
    pthread_join(thread, nil)
  }

  private static func ask(
    _ path: String, _ home: String, _ deadline: Deadline, _ cancellation: Cancellation
  ) {
    var surroundings = PromptSurroundings()
    surroundings.variables["HOME"] = home
    let program = PinentryProgram(path: path, needsTerminal: false)
    let question = PasscodeQuestion(title: "Store", description: "", prompt: "passcode:")
    _ = Pinentry(program: program, surroundings: surroundings).askPasscode(
      question, until: deadline, cancellation: cancellation)
  }

  private static func descriptors() -> [Int32] {
    (0..<256).filter { fcntl($0, F_GETFD) >= 0 }
  }
}
