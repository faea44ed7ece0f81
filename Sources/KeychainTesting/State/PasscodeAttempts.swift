// SPDX-License-Identifier: Apache-2.0
internal import Keybag
internal import KeychainTypes

extension DeviceState {
  /// What wrong passcodes have led to, by the product's own throttle
  /// (spec/access-control.md 4.3).
  public struct PasscodeAttempts: Hashable, Sendable {
    private var throttle = PasscodeThrottle()
    /// Of programs that hand passcodes in, by their identifiers.
    private var programs: [String: PasscodeThrottle.Counter] = [:]
    /// Until when, since boot, every try is refused unheard.
    public private(set) var retryAt: Duration?

    init() {}

    /// Wrong tries since the last right one.
    public var wrongPasscodes: Int { Int(throttle.prompt.count) }
    /// The same of programs that hand passcodes in, by their identifiers.
    public var wrongByProgram: [String: Int] { programs.mapValues { Int($0.count) } }

    /// Wrong tries before the first delay.
    static let firstThrottled = 5
    /// Wrong tries after which a device that is set so is erased.
    static let mostBeforeErase = 10

    /// Whether a try is looked at now: a person's, or a program's.
    func takes(from program: String?, at now: BootMoment) -> Bool {
      guard let program else { return retryAt == nil }
      return programs[program, default: .init()].secondsToWait(at: now) == 0
    }

    mutating func fail(_ program: String?, at now: BootMoment) {
      guard let program else {
        throttle.count(nil, at: now)
        return settle(at: now)
      }
      let count = programs[program, default: .init()].count + 1
      programs[program] = .init(count: count, last: now)
    }

    /// A right one ends the count of its own door.
    mutating func succeed(_ program: String?) {
      guard let program else {
        throttle = PasscodeThrottle()
        return endDelay()
      }
      programs[program] = nil
    }

    /// Takes over counts that were found in the store.
    mutating func find(
      _ wrongPasscodes: Int, _ wrongByProgram: [String: Int], at now: BootMoment
    ) {
      if wrongPasscodes != self.wrongPasscodes {
        throttle = PasscodeThrottle()
        throttle.prompt.count = UInt32(clamping: wrongPasscodes)
        settle(at: now)
      }
      let known = self.wrongByProgram
      for (program, count) in wrongByProgram where count != known[program] {
        programs[program] = .init(count: UInt32(clamping: count), last: now)
      }
      programs = programs.filter { wrongByProgram[$0.key, default: 0] > 0 }
    }

    /// Finds the delay that holds: after a restart, the full one of the present step.
    mutating func settle(at now: BootMoment) {
      let seconds = throttle.prompt.secondsToWait(at: now)
      retryAt = seconds == 0 ? nil : .microseconds(now.microseconds) + .seconds(seconds)
    }

    mutating func endDelay() { retryAt = nil }
  }

  /// Now, as the product's clock says it.
  var bootMoment: BootMoment {
    BootMoment(boot: bootIdentifier, microseconds: bootTime.microseconds)
  }

  /// Another one for each boot.
  var bootIdentifier: Identifier16 {
    Identifier16(high: 0x626f_6f74, low: UInt64(bootCount))
  }
}
