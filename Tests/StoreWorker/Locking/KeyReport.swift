// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import KeychainEngine
import KeychainRows
import KeychainTypes

/// Says when an engine gets keys and drops them: `keys ak 0 MOMENT` and the like.
///
/// It only looks, every millisecond: no call is made that would notice a lock by itself.
final class KeyReport: Sendable {
  private static let watched: [Protection] = [.whenUnlocked, .afterFirstUnlock]

  private let engine: Engine

  init(engine: Engine) { self.engine = engine }

  func run() {
    var known: [Protection: Bool] = [:]
    while true {
      for protection in Self.watched {
        let isThere = engine.codec.keybag.availability(of: protection) == .available
        guard known.updateValue(isThere, forKey: protection) != isThere else { continue }
        LockingTask.say("keys \(protection.name) \(isThere ? 1 : 0) \(Self.moment())")
      }
      usleep(1_000)
    }
  }

  /// Microseconds of the clock that all processes share.
  static func moment() -> Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1_000_000 + now.tv_nsec / 1_000
  }
}
