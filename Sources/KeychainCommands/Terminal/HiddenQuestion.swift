// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecureMemory

/// A question on the controlling terminal whose answer is not echoed.
///
/// While it waits, the signals that would end or stop the program are held back; each is delivered
/// only after the terminal has its echo again. So neither Ctrl-C nor Ctrl-Z nor `kill` leaves a
/// silent terminal behind, without a handler and without a global. After Ctrl-Z and `fg` the
/// question is put again.
enum HiddenQuestion {
  /// A call with all its prompts may take this long (spec/access-control.md 3.8).
  private static let deadline = 120  // seconds
  /// How soon a held-back signal is noticed.
  private static let pause: Int32 = 50  // milliseconds
  /// Terminals cut a line in their own line editing at 4096 bytes, newline included.
  private static let lineRoom = 4096
  private static let heldBack = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU]

  static func ask(_ question: String) throws(QuestionFailure) -> SecretBytes {
    guard mayAsk else { throw .nobodyToAsk }
    let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { throw .nobodyToAsk }
    defer { close(terminal) }
    let end = seconds() + deadline
    while true {
      // In the background a read would stop the program until somebody fetched it: for ever.
      guard tcgetpgrp(terminal) == getpgrp() else { throw .nobodyToAsk }
      guard case .answer(let secret) = try askOnce(question, on: terminal, until: end)
      else { continue }
      return secret
    }
  }

  /// `LATCHKEY_INTERACTION=never` forbids every question (spec/access-control.md 3.7).
  private static var mayAsk: Bool {
    guard let setting = unsafe getenv("LATCHKEY_INTERACTION") else { return true }
    return unsafe strcmp(setting, "never") != 0
  }

  private enum Round {
    case answer(SecretBytes)
    /// The program was stopped and goes on now.
    case resumed
  }

  private static func askOnce(
    _ question: String, on terminal: Int32, until end: Int
  ) throws(QuestionFailure) -> Round {
    var held = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&held)
    for signal in heldBack { unsafe sigaddset(&held, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &held, &before)
    // Restoring the mask delivers what was held back: last, after the terminal's settings.
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }

    var settings = termios()
    guard unsafe tcgetattr(terminal, &settings) == 0 else { throw .nobodyToAsk }
    var silent = settings
    silent.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
    silent.c_lflag |= tcflag_t(ICANON | ISIG)
    guard unsafe tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { throw .nobodyToAsk }
    defer { unsafe tcsetattr(terminal, TCSAFLUSH, &settings) }

    show(question, on: terminal)
    defer { show("\n", on: terminal) }
    // A signal that was held back by somebody else before will not be delivered by us.
    let own = heldBack.filter { unsafe sigismember(&before, $0) == 0 }
    return try waitForLine(terminal, until: end, heldBack: own)
  }

  private static func waitForLine(
    _ terminal: Int32, until end: Int, heldBack: [Int32]
  ) throws(QuestionFailure) -> Round {
    while seconds() < end {
      if isPending(heldBack) { return .resumed }
      var entry = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&entry, 1, pause)
      guard ready > 0 else { continue }
      return .answer(try readLine(terminal))
    }
    throw .unanswered
  }

  private static func readLine(_ terminal: Int32) throws(QuestionFailure) -> SecretBytes {
    var count = 0
    let line = unsafe SecretBytes(count: lineRoom) { (buffer: UnsafeMutableRawBufferPointer) in
      count = Interrupted.retry { unsafe read(terminal, buffer.baseAddress, lineRoom) }
    }
    guard count > 0 else { throw .cancelled }
    let isWhole = line.withBytes { $0[count - 1] == 0x0A }
    if count >= lineRoom - 1 { throw .tooLong }
    return line.slice(0..<(isWhole ? count - 1 : count))
  }

  private static func isPending(_ signals: [Int32]) -> Bool {
    var pending = sigset_t()
    unsafe sigpending(&pending)
    return signals.contains { unsafe sigismember(&pending, $0) == 1 }
  }

  private static func seconds() -> Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &now)
    return now.tv_sec
  }

  private static func show(_ text: String, on terminal: Int32) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(terminal, $0.baseAddress, $0.count) }
  }
}
