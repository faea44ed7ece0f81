// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory

extension HelperProgram {
  private static let variables = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", sessionName]
  private static let sessionName = "XDG_SESSION_ID"

  /// The same, told of this process's session and its bus.
  var inOwnSession: HelperProgram {
    var known: [String: String] = [:]
    for name in Self.variables { known[name] = Self.variable(name) }
    return inSession(known)
  }

  /// Whether the user's screen is locked now; where nobody tells it in time, it is not.
  ///
  /// A program in a session without a screen, as one from afar, has its display elsewhere: that it
  /// is locked here says nothing of it.
  package func screenIsLocked(until deadline: Deadline, cancellation: Cancellation) -> Bool {
    let own = Self.variable(Self.sessionName)
    let waiting = Waiting(deadline: deadline, cancellation: cancellation)
    var locks = SessionLocks()
    let answer = try? inOwnSession.converse(.atOnce, waiting) { (channel) throws(HelperError) in
      try channel.send(HelperFrame(.follow))
      while true {
        let report = try SessionReport(try channel.receive())
        if case .session(let id, .textual) = report, id == own { return false }
        _ = locks.take(report, at: 0)
        if case .complete = report { return locks.isLocked(at: 0) }
      }
    }
    return answer ?? false
  }

  private static func variable(_ name: String) -> String? {
    ProcessVariable.value(of: name)
  }

  /// Hears what becomes of the user's sessions, until the helper ends or this is cancelled.
  ///
  /// - Parameters:
  ///   - wake: when `hear` is to be called though nothing was told.
  ///   - hear: is told each report in its turn, nil where only time has passed. When it returns,
  ///     the machine may sleep; answers whether there is more to hear.
  /// - Returns: false where the helper has said that it reaches no bus.
  func followSessions(
    cancellation: Cancellation, wake: () -> Deadline, _ hear: (SessionReport?) -> Bool
  ) -> Bool {
    var hasBus = true
    let waiting = Waiting(deadline: .never, cancellation: cancellation)
    // How it ended makes no difference: the helper is gone, and what it told stands.
    try? converse(.polite, waiting) { (channel) throws(HelperError) in
      try channel.send(HelperFrame(.follow))
      while true {
        guard try channel.waitForInput(until: wake()) else {
          guard hear(nil) else { return }
          continue
        }
        let frame = try channel.receive()
        if Self.failure(frame) != nil {
          hasBus = false
          return
        }
        let report = try SessionReport(frame)
        guard hear(report) else { return }
        if report == .source(.sleep, isLocked: true) { try channel.send(HelperFrame(.release)) }
      }
    }
    return hasBus
  }
}
