// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import KeychainEngine
import KeychainRows
import KeychainTypes
import SecureMemory
import TestPatience

/// Reports when an engine gets its keys and drops them.
///
/// A line is `keys ak 0 MOMENT BEFORE`: BEFORE is the last moment at which the report still saw the
/// other state. It looks every millisecond, if the machine is fast enough. It makes no call that
/// would itself notice a lock.
final class KeyReport: Sendable {
  private struct Seen: Sendable {
    var known: [Protection: Bool] = [:]
    var moment = 0
  }

  private static let watched: [Protection] = [.whenUnlocked, .afterFirstUnlock]

  private let engine: Engine
  private let seen = Lock(Seen())

  init(engine: Engine) { self.engine = engine }

  func run() {
    while true {
      look()
      Patience.pause(.milliseconds(1))
    }
  }

  /// Reports the changes since the last look.
  ///
  /// Any thread may look.
  func look() {
    seen.withLock { seen in
      let begin = Self.moment()
      for protection in Self.watched {
        let isThere = engine.codec.keybag.availability(of: protection) == .available
        guard seen.known.updateValue(isThere, forKey: protection) != isThere else { continue }
        LockingTask.say(
          "keys \(protection.name) \(isThere ? 1 : 0) \(Self.moment()) \(seen.moment)")
      }
      seen.moment = begin
    }
  }

  /// The time in microseconds, by the clock that all processes share.
  static func moment() -> Int {
    Int(Stopwatch.now / .microseconds(1))
  }
}
