// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
package import SecureMemory

/// `latchkey-prompt`, which talks to PAM and fprintd, so that no application links their libraries
/// and a password that PAM was given dies with a process (DESIGN.md section 3).
///
/// One process for each call. When a call returns, nothing of it is left; a cancelled one first
/// stops and releases the reader.
package struct HelperProgram: Sendable {
  private let path: String
  private let serviceDirectory: String?
  private let environment: [String]

  /// - Parameters:
  ///   - path: an absolute path.
  ///   - serviceDirectory: where PAM's service files are; nil for the system's.
  ///   - busAddress: of the system bus; nil for the usual one.
  package init(path: String, serviceDirectory: String? = nil, busAddress: String? = nil) {
    self.path = path
    self.serviceDirectory = serviceDirectory
    environment =
      ["PATH=/usr/bin:/bin"] + (busAddress.map { ["DBUS_SYSTEM_BUS_ADDRESS=\($0)"] } ?? [])
  }

  private init(path: String, serviceDirectory: String?, environment: [String]) {
    self.path = path
    self.serviceDirectory = serviceDirectory
    self.environment = environment
  }

  /// The same, told where the session bus is; an application's environment is not handed on.
  func inSession(_ variables: [String: String]) -> HelperProgram {
    HelperProgram(
      path: path, serviceDirectory: serviceDirectory,
      environment: environment + variables.map { "\($0.key)=\($0.value)" }.sorted())
  }

  /// The installed one; nil where there is none.
  ///
  /// - Parameters:
  ///   - path: an absolute path that a configuration names; it stands alone.
  ///   - serviceDirectory: as above.
  package static func installed(
    at path: String? = nil, serviceDirectory: String? = nil
  ) -> HelperProgram? {
    if let path {
      guard path.hasPrefix("/"), PinentryProgram.isProgram(path) else { return nil }
    }
    return (path ?? HelperPlaces.found)
      .map { HelperProgram(path: $0, serviceDirectory: serviceDirectory) }
  }

  /// Whether an administrator has the account's password asked for; starts no process.
  var asksForAccount: Bool { PasswordService.isThere(in: serviceDirectory) }

  /// Whether this is the password of the account that runs this process.
  ///
  /// A wrong one takes as long as PAM wants, some seconds.
  package func checkPassword(
    _ password: SecretBytes, until deadline: Deadline, cancellation: Cancellation
  ) -> PasswordOutcome {
    let waiting = Waiting(deadline: deadline, cancellation: cancellation)
    do {
      let verdict = try converse(.atOnce, waiting) { (channel) throws(HelperError) in
        try channel.send(HelperFrame(.password, password))
        let answer = try channel.receive()
        guard answer.kind == .verdict, let number = answer.bytes.first,
          let verdict = PasswordVerdict(rawValue: number)
        else { throw .garbled }
        return verdict
      }
      return .verdict(verdict)
    } catch {
      switch error {
      case .notStarted: return .unavailable(.notStarted)
      case .broken(.cancelled): return .cancelled
      case .broken(.timedOut): return .timedOut
      case .broken(.ended): return .endedWithoutAnswer
      case .broken(.garbled): return .unavailable(.broken)
      }
    }
  }

  /// Which reader there is, and which fingers of the caller are enrolled; it is not claimed.
  ///
  /// - Returns: nil where the deadline or a cancellation came first, so that nothing is known.
  package func findSensor(
    until deadline: Deadline, cancellation: Cancellation
  ) -> Result<FingerSensor, FingerFailure>? {
    let waiting = Waiting(deadline: deadline, cancellation: cancellation)
    do throws(Failure) {
      let answer = try converse(.killed, waiting) { (channel) throws(HelperError) in
        try channel.send(HelperFrame(.sensor))
        return try channel.receive()
      }
      return Self.sensor(answer)
    } catch {
      switch error {
      case .broken(.cancelled), .broken(.timedOut): return nil
      case .notStarted, .broken(.ended), .broken(.garbled): return .failure(.absent)
      }
    }
  }

  private static func sensor(_ answer: HelperFrame) -> Result<FingerSensor, FingerFailure> {
    if let failure = failure(answer) { return .failure(failure) }
    return (try? FingerSensor(answer)).map { .success($0) } ?? .failure(.absent)
  }

  /// Waits for an enrolled finger.
  ///
  /// - Parameter handle: is told what happens, on this thread; after `noMatch` it says whether
  ///   there is a further attempt, else its answer does not matter.
  package func verifyFinger(
    until deadline: Deadline, cancellation: Cancellation, _ handle: (FingerEvent) -> Bool
  ) -> FingerOutcome {
    let waiting = Waiting(deadline: deadline, cancellation: cancellation)
    do {
      return try converse(.polite, waiting) { (channel) throws(HelperError) in
        try channel.send(HelperFrame(.finger))
        return try Self.follow(channel, handle)
      }
    } catch {
      switch error {
      case .notStarted: return .unavailable(.notStarted)
      case .broken(.cancelled): return .cancelled
      case .broken(.timedOut): return .timedOut
      case .broken(.ended): return .endedWithoutAnswer
      case .broken(.garbled): return .unavailable(.broken)
      }
    }
  }

  private static func follow(
    _ channel: HelperChannel, _ handle: (FingerEvent) -> Bool
  ) throws(HelperError) -> FingerOutcome {
    while true {
      let frame = try channel.receive()
      switch frame.kind {
      case .match: return .matched
      case .found: _ = handle(.waiting(try FingerSensor(frame)))
      case .hint:
        guard let hint = frame.bytes.first.flatMap(FingerEvent.Hint.init) else { throw .garbled }
        _ = handle(.hint(hint))
      case .noMatch:
        guard handle(.noMatch) else { return .stopped }
        try channel.send(HelperFrame(.again))
      case .failure:
        guard let failure = failure(frame) else { throw .garbled }
        return .failed(failure)
      case .password, .sensor, .finger, .follow, .again, .release, .verdict, .report:
        throw .garbled
      }
    }
  }

  static func failure(_ frame: HelperFrame) -> FingerFailure? {
    guard frame.kind == .failure else { return nil }
    return frame.bytes.first.flatMap(FingerFailure.init)
  }

  /// Why a conversation has no result.
  enum Failure: Error {
    case notStarted
    case broken(HelperError)
  }

  /// - Parameter manner: whether it is to notice the closed socket, for there is a reader to be
  ///   released.
  func converse<R>(
    _ manner: ChildProcess.Manner, _ waiting: Waiting,
    _ body: (HelperChannel) throws(HelperError) -> R
  ) throws(Failure) -> R {
    if waiting.cancellation.isCancelled { throw .broken(.cancelled) }
    if waiting.deadline.isPast { throw .broken(.timedOut) }
    guard
      let child = try? ChildProcess.start(
        path, arguments: serviceDirectory.map { ["--service-directory", $0] } ?? [],
        environment: environment),
      let socket = child.stream
    else { throw .notStarted }
    defer { child.end(manner) }
    do {
      return try body(HelperChannel(SocketStream(socket: socket, waiting: waiting)))
    } catch {
      throw .broken(error)
    }
  }
}

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
