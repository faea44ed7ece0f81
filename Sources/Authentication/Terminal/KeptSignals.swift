// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc
import SecureMemory

/// Signals that would end or stop the process while its terminal is silent: they wait until the
/// terminal has its echo again, in whichever thread they arrive.
///
/// Signals belong to the process, so one thread at a time keeps them.
final class KeptSignals {
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
