// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPatience

/// A shell with one job: a second process of this program that asks a question.
///
/// The shell takes the foreground away from the job while it waits.
enum Jobs {
  static func run() {
    // A shell may take the terminal from the background too.
    signal(SIGTTOU, SIG_IGN)
    guard let job = start() else { return }
    tcsetpgrp(0, job)
    waitForWord()
    tcsetpgrp(0, getpgrp())
    Asking.say("the shell has the terminal")
    var status: Int32 = 0
    unsafe waitpid(job, &status, WUNTRACED)
    guard status & 0xFF == 0x7F else {
      Asking.say("ended in the background with \(status)")
      return
    }
    Asking.say("stopped by \(status >> 8)")
    tcsetpgrp(0, job)
    kill(-job, SIGCONT)
    unsafe waitpid(job, &status, 0)
    tcsetpgrp(0, getpgrp())
    Asking.say("ended with \(status)")
  }

  /// Waits until the shell has given the terminal to this process.
  ///
  /// A job that asked earlier would be in the background, and be told that there is no terminal.
  static func waitForForeground() {
    Patience.waitOrExit(for: "the foreground") { tcgetpgrp(0) == getpgrp() }
  }

  /// Starts the job in a group of its own.
  private static func start() -> pid_t? {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // SETPGROUP and SETSIGDEF: a job does not ignore the signals that its shell ignores.
    unsafe posix_spawnattr_setflags(&attributes, 0x02 | 0x04)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGTTOU)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let arguments: [String] = ["/proc/self/exe", "job"]
    let words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    var job: pid_t = 0
    let failure = unsafe posix_spawn(
      &job, "/proc/self/exe", nil, &attributes, words + [nil], environ)
    return failure == 0 ? job : nil
  }

  /// Waits until the terminal has switched echo off, which shows that the question has been asked.
  private static func waitForWord() {
    Patience.waitOrExit(for: "the question") {
      var settings = termios()
      unsafe tcgetattr(0, &settings)
      return settings.c_lflag & tcflag_t(ECHO) == 0
    }
  }
}
