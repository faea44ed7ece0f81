// SPDX-License-Identifier: Apache-2.0

extension HelperProgram {
  /// Hears what becomes of the user's sessions, until the helper ends or this is cancelled.
  ///
  /// - Parameters:
  ///   - wake: when `hear` is to be called though nothing was told.
  ///   - hear: is told each report in its turn, nil where only time has passed. When it returns,
  ///     the machine may sleep.
  /// - Returns: false where the helper has said that it reaches no bus.
  func followSessions(
    cancellation: Cancellation, wake: () -> Deadline, _ hear: (SessionReport?) -> Void
  ) -> Bool {
    var hasBus = true
    let waiting = Waiting(deadline: .never, cancellation: cancellation)
    // How it ended makes no difference: the helper is gone, and what it told stands.
    try? converse(.polite, waiting) { (channel) throws(HelperError) in
      try channel.send(HelperFrame(.follow))
      while true {
        guard try channel.waitForInput(until: wake()) else {
          hear(nil)
          continue
        }
        let frame = try channel.receive()
        if Self.failure(frame) != nil {
          hasBus = false
          return
        }
        let report = try SessionReport(frame)
        hear(report)
        if report == .source(.sleep, isLocked: true) { try channel.send(HelperFrame(.release)) }
      }
    }
    return hasBus
  }
}
