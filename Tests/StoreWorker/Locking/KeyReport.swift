// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import KeychainEngine
import KeychainRows
import KeychainTypes
import SecureMemory
import TestPatience

/// Says when an engine gets keys and drops them: `keys ak 0 MOMENT BEFORE` and the like, where
/// BEFORE is the last moment at which it was seen to be otherwise.
///
/// It only looks, every millisecond as far as the machine lets it: no call is made that would
/// notice a lock by itself.
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

  /// Says what has changed since the last look, whoever looked.
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

  /// Microseconds of the clock that all processes share.
  static func moment() -> Int {
    Int(Stopwatch.now / .microseconds(1))
  }
}
