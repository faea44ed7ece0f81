// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc
import KeychainTypes
package import SecureMemory

/// A line typed at a terminal that does not show it.
///
/// Whatever ends the wait, the terminal has its echo again before anything else happens; signals
/// that would end or stop the process are delivered after that. After Ctrl-Z and `fg` the question
/// is put again.
package struct HiddenLine {
  /// Why there is no line.
  package enum Failure: Error, Hashable, Sendable {
    /// No terminal, or this process is not in its foreground.
    case nobodyToAsk
    /// Ctrl-C, Ctrl-D on an empty line, or `Cancellation`.
    case cancelled
    case timedOut
    /// More than was asked for, or than a terminal hands over in a line.
    case tooLong

    init(_ end: Waiting.End) {
      switch end {
      case .cancelled: self = .cancelled
      case .timedOut: self = .timedOut
      }
    }
  }

  /// What Ctrl-C does.
  package enum Interrupt: Sendable {
    /// It answers the question.
    case cancels
    /// It does to the process what it does without a question: it ends a command.
    case isDelivered
  }

  /// Terminals cut a line in their own line editing at 4096 bytes, newline included.
  private static let lineRoom = 4096

  private enum Round {
    case answer(SecretBytes)
    /// The process was stopped and goes on now, or there was no line after all.
    case resumed
  }

  /// The terminal; stays the caller's.
  let terminal: Int32
  let interrupt: Interrupt
  let waiting: Waiting

  /// - Parameters:
  ///   - terminal: an open terminal, for reading and writing, better without waiting
  ///     (`O_NONBLOCK`): then a terminal that Ctrl-S stopped holds nothing up.
  ///   - interrupt: what Ctrl-C does.
  package init(
    terminal: Int32, interrupt: Interrupt, until deadline: Deadline, cancellation: Cancellation
  ) {
    self.terminal = terminal
    self.interrupt = interrupt
    waiting = Waiting(deadline: deadline, cancellation: cancellation)
  }

  /// Shows `question` and reads a line of at most `limit` bytes, its newline not counted.
  package func ask(_ question: String, limit: Int) throws(Failure) -> SecretBytes {
    while true {
      // In the background a read would stop the process until somebody fetched it: for ever.
      guard hasForeground else { throw .nobodyToAsk }
      guard case .answer(let line) = try askOnce(question) else { continue }
      guard line.count <= limit else { throw .tooLong }
      return line
    }
  }

  /// Shows a text that is no question.
  package func show(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(terminal, $0.baseAddress, $0.count) }
  }

  private func askOnce(_ question: String) throws(Failure) -> Round {
    guard isatty(terminal) == 1 else { throw .nobodyToAsk }
    let signals = try KeptSignals.keep(waiting)
    // Last of all, as it may end the process.
    defer { signals.release(dropTypedInterrupt: interrupt == .cancels) }
    var settings = termios()
    guard unsafe tcgetattr(terminal, &settings) == 0 else { throw .nobodyToAsk }
    var silent = settings
    silent.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
    silent.c_lflag |= tcflag_t(ICANON | ISIG)
    defer { restore(&settings, unlessChangedFrom: silent) }
    guard set(&silent) else { throw .nobodyToAsk }
    show(question)
    defer { show("\n") }
    return try waitForLine(signals)
  }

  /// Sets the terminal; what was typed before is nobody's answer.
  ///
  /// Not in the way that waits until all output is shown: Ctrl-S would hold it up for ever.
  private func set(_ settings: inout termios) -> Bool {
    tcflush(terminal, TCIFLUSH)
    return unsafe tcsetattr(terminal, TCSANOW, &settings) == 0
  }

  /// Sets the terminal as it was.
  ///
  /// Where this process has lost the foreground, another one may have set the terminal for itself,
  /// and what is typed is for that one. It is left alone then, unless it is still silent by us.
  private func restore(_ settings: inout termios, unlessChangedFrom silent: termios) {
    if hasForeground {
      _ = set(&settings)
      return
    }
    var now = termios()
    guard unsafe tcgetattr(terminal, &now) == 0, now.c_lflag == silent.c_lflag,
      now.c_iflag == silent.c_iflag, now.c_oflag == silent.c_oflag
    else { return }
    // Blocked, the signal does not keep the background from it.
    var background = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&background)
    unsafe sigaddset(&background, SIGTTOU)
    unsafe pthread_sigmask(SIG_BLOCK, &background, &before)
    unsafe tcsetattr(terminal, TCSANOW, &settings)
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Whether this process has the foreground, or the terminal is not its own.
  private var hasForeground: Bool {
    let group = tcgetpgrp(terminal)
    return group < 0 || group == getpgrp()
  }

  private func waitForLine(_ signals: KeptSignals) throws(Failure) -> Round {
    let place: Int
    do {
      place = try waiting.forInput(signals.descriptor, terminal)
    } catch {
      throw Failure(error)
    }
    guard place == 0 else { return try readLine() }
    // The others stop the process, which may go on later.
    let ends =
      signals.holds(SIGTERM, SIGHUP, SIGQUIT)
      || (interrupt == .isDelivered && signals.holds(SIGINT))
    if ends || signals.holdsTypedInterrupt { throw .cancelled }
    return .resumed
  }

  private func readLine() throws(Failure) -> Round {
    var count = 0
    let line = unsafe SecretBytes(count: Self.lineRoom) {
      (buffer: UnsafeMutableRawBufferPointer) in
      count = unsafe read(terminal, buffer.baseAddress, buffer.count)
    }
    // Somebody else took the line, or this process lost the foreground.
    if count < 0, errno == EAGAIN || errno == EINTR { return .resumed }
    guard count > 0 else { throw .cancelled }
    let isWhole = line.withBytes { $0[count - 1] == 0x0A }
    if count >= Self.lineRoom - 1 { throw .tooLong }
    return .answer(line.slice(0..<(isWhole ? count - 1 : count)))
  }
}

/// Signals that would end or stop the process while its terminal is silent: they wait until the
/// terminal has its echo again, in whichever thread they arrive.
///
/// Signals belong to the process, so one thread at a time keeps them.
private final class KeptSignals {
  private static let isTaken = Lock(false)

  /// Can be read (poll) once a signal waits.
  let descriptor: Int32
  private var before: latchkey_signals

  private init(descriptor: Int32, before: latchkey_signals) {
    self.descriptor = descriptor
    self.before = before
  }

  /// Keeps them, when no other thread does; waits for that.
  ///
  /// - Throws: `nobodyToAsk` where the process has no descriptor left.
  static func keep(_ waiting: Waiting) throws(HiddenLine.Failure) -> KeptSignals {
    while !take() {
      do { try waiting.pause() } catch { throw HiddenLine.Failure(error) }
    }
    var before = latchkey_signals()
    let descriptor = unsafe latchkey_signals_keep(&before)
    guard descriptor >= 0 else {
      isTaken.withLock { $0 = false }
      throw .nobodyToAsk
    }
    return KeptSignals(descriptor: descriptor, before: before)
  }

  private static func take() -> Bool {
    isTaken.withLock { taken in
      defer { taken = true }
      return !taken
    }
  }

  /// Whether one of these waits.
  func holds(_ signals: Int32...) -> Bool {
    let noted = latchkey_signals_noted()
    return signals.contains { noted & (1 << UInt32($0)) != 0 }
  }

  /// Whether Ctrl-C was typed.
  var holdsTypedInterrupt: Bool { latchkey_signals_noted() & 1 != 0 }

  /// Lets them do what they would have done; this may end or stop the process.
  ///
  /// A Ctrl-C that has been taken for an answer is dropped. To be called once, when the terminal is
  /// as before.
  func release(dropTypedInterrupt: Bool) {
    Self.isTaken.withLock { $0 = false }
    unsafe latchkey_signals_release(&before, dropTypedInterrupt ? 1 : 0)
  }
}
