// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc
import KeychainTypes
package import SecureMemory

/// Asks a question at a terminal and reads the line that the user types, without showing the typed
/// characters.
///
/// However the question ends, the terminal shows typed characters again afterwards. Signals that
/// would end or stop the process are held back until the terminal shows typed characters again. If
/// the user stops the process with Ctrl-Z and continues it with `fg`, the question is asked again.
package struct HiddenLine {
  /// The reason why the user's line could not be read.
  package enum Failure: Error, Hashable, Sendable {
    /// The user cannot be asked: the descriptor is no terminal, or this process is in the
    /// background.
    ///
    /// This error is also thrown if the process has no file descriptor left.
    case nobodyToAsk
    /// The user typed Ctrl-C, or Ctrl-D on an empty line, or the `Cancellation` was cancelled.
    ///
    /// A signal that ends the process cancels the question too.
    case cancelled
    case timedOut
    /// The typed line is longer than the caller's limit, or than a terminal's input buffer.
    case tooLong

    init(_ end: Waiting.End) {
      switch end {
      case .cancelled: self = .cancelled
      case .timedOut: self = .timedOut
      }
    }
  }

  /// The effect of Ctrl-C while the user is asked.
  package enum Interrupt: Sendable {
    /// Ctrl-C cancels the question, and no SIGINT reaches the process.
    case cancels
    /// Ctrl-C cancels the question, and SIGINT reaches the process, which it usually ends.
    case isDelivered
  }

  /// The size in bytes of the longest line, with its newline, that a terminal can deliver.
  private static let lineRoom = 4096

  private enum Round {
    case answer(SecretBytes)
    /// This process read no line, so the question is asked again.
    ///
    /// The reason is that the process was stopped and continued, or that another process read the
    /// line.
    case resumed
  }

  /// The descriptor of the terminal, which the caller closes.
  let terminal: Int32
  let interrupt: Interrupt
  let waiting: Waiting

  /// Prepares to ask at an open terminal.
  ///
  /// - Parameters:
  ///   - terminal: the descriptor of the terminal, open for reading and writing. Open it with
  ///     `O_NONBLOCK`. Otherwise a write would block if the user stopped the output with Ctrl-S.
  ///   - interrupt: the effect of Ctrl-C.
  package init(
    terminal: Int32, interrupt: Interrupt, until deadline: Deadline, cancellation: Cancellation
  ) {
    self.terminal = terminal
    self.interrupt = interrupt
    waiting = Waiting(deadline: deadline, cancellation: cancellation)
  }

  /// Shows `question`, and returns the line that the user types, without its newline.
  ///
  /// - Parameter limit: the most bytes that the line may have. A longer line throws `tooLong`.
  package func ask(_ question: String, limit: Int) throws(Failure) -> SecretBytes {
    while true {
      // In the background, a read would stop the process until its user brings it back, perhaps
      // never.
      guard hasForeground else { throw .nobodyToAsk }
      guard case .answer(let line) = try askOnce(question) else { continue }
      guard line.count <= limit else { throw .tooLong }
      return line
    }
  }

  /// Shows a text at the terminal, without reading a line.
  package func show(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(terminal, $0.baseAddress, $0.count) }
  }

  private func askOnce(_ question: String) throws(Failure) -> Round {
    guard isatty(terminal) == 1 else { throw .nobodyToAsk }
    let signals = try KeptSignals.keep(waiting)
    // `release` runs last, because it may end the process.
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

  /// Changes the terminal's settings at once, and discards all input that was typed before.
  ///
  /// The call does not wait until the terminal has shown all output, because that wait would not
  /// end while Ctrl-S stops the output.
  ///
  /// - Returns: true if the settings were changed.
  private func set(_ settings: inout termios) -> Bool {
    tcflush(terminal, TCIFLUSH)
    return unsafe tcsetattr(terminal, TCSANOW, &settings) == 0
  }

  /// Restores the terminal's settings from before the question.
  ///
  /// If this process is in the background now, another process may have changed the terminal's
  /// settings. They are then replaced only if they are still equal to `silent`.
  ///
  /// - Parameters:
  ///   - settings: the settings from before the question.
  ///   - silent: the settings with which the question hid the typed characters.
  private func restore(_ settings: inout termios, unlessChangedFrom silent: termios) {
    if hasForeground {
      _ = set(&settings)
      return
    }
    var now = termios()
    guard unsafe tcgetattr(terminal, &now) == 0, now.c_lflag == silent.c_lflag,
      now.c_iflag == silent.c_iflag, now.c_oflag == silent.c_oflag
    else { return }
    // While SIGTTOU is blocked, a process in the background may set the terminal.
    var background = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&background)
    unsafe sigaddset(&background, SIGTTOU)
    unsafe pthread_sigmask(SIG_BLOCK, &background, &before)
    unsafe tcsetattr(terminal, TCSANOW, &settings)
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// True if this process may read from the terminal.
  ///
  /// A process may read if it is in the terminal's foreground, or if the terminal is not its
  /// controlling terminal.
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
    // All other kept signals stop the process, which may continue later.
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
    // Another process took the line, or this process lost the foreground.
    if count < 0, errno == EAGAIN || errno == EINTR { return .resumed }
    guard count > 0 else { throw .cancelled }
    let isWhole = line.withBytes { $0[count - 1] == 0x0A }
    if count >= Self.lineRoom - 1 { throw .tooLong }
    return .answer(line.slice(0..<(isWhole ? count - 1 : count)))
  }
}

/// Holds back the signals that would end or stop the process while its terminal hides typed
/// characters.
///
/// The signals are delivered when the terminal shows typed characters again. Signals belong to the
/// whole process, so only one thread at a time can hold them back.
private final class KeptSignals {
  private static let isTaken = Lock(false)

  /// A descriptor that becomes readable (poll) when a signal arrives that is held back.
  let descriptor: Int32
  private var before: latchkey_signals

  private init(descriptor: Int32, before: latchkey_signals) {
    self.descriptor = descriptor
    self.before = before
  }

  /// Begins to hold back the signals of this process.
  ///
  /// Waits while another thread of the process holds back signals.
  ///
  /// - Parameter waiting: the deadline and the cancellation that end this wait.
  /// - Throws: `nobodyToAsk` if the process has no descriptor left; `timedOut` or `cancelled` if
  ///   the wait ended first.
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

  /// True if at least one of the given signals has arrived and is held back until `release`.
  func holds(_ signals: Int32...) -> Bool {
    let noted = latchkey_signals_noted()
    return signals.contains { noted & (1 << UInt32($0)) != 0 }
  }

  /// True if the SIGINT that is held back comes from Ctrl-C at the terminal.
  var holdsTypedInterrupt: Bool { latchkey_signals_noted() & 1 != 0 }

  /// Delivers the signals that were held back.
  ///
  /// This may end or stop the process. Call it once, after the terminal's settings are restored.
  ///
  /// - Parameter dropTypedInterrupt: true to discard the SIGINT of a Ctrl-C, which then cancels the
  ///   question only.
  func release(dropTypedInterrupt: Bool) {
    Self.isTaken.withLock { $0 = false }
    unsafe latchkey_signals_release(&before, dropTypedInterrupt ? 1 : 0)
  }
}
