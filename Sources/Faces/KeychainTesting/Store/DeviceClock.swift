// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import KeychainTypes
internal import SecureMemory

/// The clocks of a simulated device, as its engine reads them: the date, and the time since boot.
final class DeviceClock: KeychainClock {
  private let times: Lock<Times>

  private struct Times: Sendable {
    let wall: Instant
    let sinceBoot: Int64
    let boot: Identifier16

    init(_ state: DeviceState) {
      let seconds = state.wall.timeIntervalSinceReferenceDate
      wall = Instant(secondsSinceReference: seconds) ?? .reference
      sinceBoot = state.bootTime.microseconds
      boot = state.bootIdentifier
    }
  }

  init(_ state: DeviceState) {
    times = Lock(Times(state))
  }

  func now() -> Instant { times.withLock { $0.wall } }
  func sinceBoot() -> Int64 { times.withLock { $0.sinceBoot } }

  func boot() -> Identifier16 { times.withLock { $0.boot } }

  /// Sets the clocks to the date and the time since boot in a state of the device.
  func show(_ state: DeviceState) {
    times.withLock { $0 = Times(state) }
  }
}
