// SPDX-License-Identifier: Apache-2.0

extension DeviceState {
  /// What wrong passcodes have led to (spec/access-control.md 4.3).
  public struct PasscodeAttempts: Hashable, Sendable {
    /// Wrong tries since the last right one.
    public internal(set) var wrongPasscodes = 0
    /// Until when, since boot, every try is refused unheard.
    public internal(set) var retryAt: Duration?

    /// Wrong tries before the first delay.
    static let firstThrottled = 5
    /// Wrong tries after which a device that is set so is erased.
    static let mostBeforeErase = 10

    /// How long a number of wrong tries delays the next one.
    // swift-format-ignore
    static func delay(after wrongPasscodes: Int) -> Duration? {
      switch wrongPasscodes {
      case ..<5: nil
      case 5:    .seconds(60)
      case 6:    .seconds(300)
      case 7, 8: .seconds(900)
      default:   .seconds(3600)
      }
    }

    mutating func fail(at bootTime: Duration) {
      wrongPasscodes += 1
      beginDelay(at: bootTime)
    }

    /// The full delay of the present step, as after a restart in the middle of one.
    mutating func beginDelay(at bootTime: Duration) {
      retryAt = Self.delay(after: wrongPasscodes).map { bootTime + $0 }
    }
  }
}
