// SPDX-License-Identifier: Apache-2.0

extension HelperProgram {
  /// Hears what becomes of the user's sessions, until the helper ends or this is cancelled.
  ///
  /// - Parameters:
  ///   - wake: when `hear` is to be called though nothing was told.
  ///   - hear: is told each report in its turn, nil where only time has passed. When it returns,
  ///     the machine may sleep.
  func followSessions(
    cancellation: Cancellation, wake: () -> Deadline, _ hear: (SessionReport?) -> Void
  ) {
    let waiting = Waiting(deadline: .never, cancellation: cancellation)
    // How it ended makes no difference: the helper is gone, and what it told stands.
    try? converse(.polite, waiting) { (channel) throws(HelperError) in
      try channel.send(HelperFrame(.follow))
      while true {
        guard try channel.waitForInput(until: wake()) else {
          hear(nil)
          continue
        }
        let report = try SessionReport(channel.receive())
        hear(report)
        if report == .source(.sleep, isLocked: true) { try channel.send(HelperFrame(.release)) }
      }
    }
  }
}
