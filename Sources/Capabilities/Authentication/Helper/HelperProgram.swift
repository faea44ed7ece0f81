// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
package import SecureMemory

/// Starts the program `latchkey-prompt`, which talks to PAM and fprintd (ARCHITECTURE.md,
/// "Targets").
///
/// `latchkey-prompt` is a separate program so that no application links the libraries of PAM and
/// fprintd. When its process ends, the password that it gave to PAM is gone from memory. Each call
/// starts one process, which has ended when the call returns. If the call is cancelled, the process
/// first releases the fingerprint reader.
package struct HelperProgram: Sendable {
  private let path: String
  private let serviceDirectory: String?
  private let environment: [String]

  /// Describes how to start `latchkey-prompt`.
  ///
  /// - Parameters:
  ///   - path: the absolute path of the program.
  ///   - serviceDirectory: the directory of PAM's service files. Nil for the system's directories.
  ///   - busAddress: the address of the system bus. Nil for the usual address.
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

  /// Returns a copy that starts `latchkey-prompt` with these environment variables added.
  ///
  /// With these variables the program finds the session bus. No other variable of this process is
  /// passed on.
  func inSession(_ variables: [String: String]) -> HelperProgram {
    HelperProgram(
      path: path, serviceDirectory: serviceDirectory,
      environment: environment + variables.map { "\($0.key)=\($0.value)" }.sorted())
  }

  /// Finds the installed `latchkey-prompt`.
  ///
  /// Nil if it is not installed.
  ///
  /// - Parameters:
  ///   - path: the absolute path from Latchkey's configuration. If it is given, no other path is
  ///     tried.
  ///   - serviceDirectory: the directory of PAM's service files. Nil for the system's directories.
  package static func installed(
    at path: String? = nil, serviceDirectory: String? = nil
  ) -> HelperProgram? {
    if let path {
      guard path.hasPrefix("/"), PinentryProgram.isProgram(path) else { return nil }
    }
    return (path ?? HelperPlaces.found)
      .map { HelperProgram(path: $0, serviceDirectory: serviceDirectory) }
  }

  /// True if the user of a store without a passcode must enter the password of the Linux account.
  ///
  /// An administrator demands that by installing Latchkey's PAM service file. Starts no process.
  var asksForAccount: Bool { PasswordService.isThere(in: serviceDirectory) }

  /// Verifies the password of the account that runs this process, by PAM.
  ///
  /// If the password is wrong, PAM delays the outcome by some seconds.
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

  /// Finds the fingerprint reader and the user's enrolled fingers.
  ///
  /// Other programs can use the reader meanwhile, because the search does not claim it.
  ///
  /// - Returns: nil if the deadline passed or `cancellation` was cancelled before there was an
  ///   answer.
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

  /// Waits until an enrolled finger is at the fingerprint reader, or the wait fails.
  ///
  /// - Parameter handle: called with each event, on this thread. For `noMatch`, it returns true to
  ///   allow a further attempt, or false to stop. For other events, its result is ignored.
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

  /// Starts the key agent, which outlives this process (Decisions/key-agent.md).
  ///
  /// If an agent runs already, no other is started.
  ///
  /// - Returns: true if an agent runs now.
  package func startKeyAgent() -> Bool {
    guard
      let child = try? ChildProcess.start(
        path, arguments: ["--hold-keys"], environment: environment)
    else { return false }
    child.end(.polite)
    return child.ending == .exited(0)
  }

  static func failure(_ frame: HelperFrame) -> FingerFailure? {
    guard frame.kind == .failure else { return nil }
    return frame.bytes.first.flatMap(FingerFailure.init)
  }

  /// The reason why a conversation with `latchkey-prompt` has no result.
  enum Failure: Error {
    case notStarted
    case broken(HelperError)
  }

  /// Starts `latchkey-prompt`, exchanges messages with it, ends it, and returns the result of
  /// `body`.
  ///
  /// - Parameters:
  ///   - manner: how the process is ended. `polite` gives it time to release the fingerprint
  ///     reader.
  ///   - waiting: the deadline and the cancellation that end the conversation.
  ///   - body: exchanges the messages.
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

  /// A copy that starts `latchkey-prompt` with the environment variables that name this process's
  /// login session.
  ///
  /// With these variables the program finds the login session and its session bus.
  var inOwnSession: HelperProgram {
    var known: [String: String] = [:]
    for name in Self.variables { known[name] = Self.variable(name) }
    return inSession(known)
  }

  /// True if the user's screen is locked now, as `latchkey-prompt` learns from logind and the
  /// screen saver.
  ///
  /// False if `latchkey-prompt` has not reported everything before `deadline`, or if `cancellation`
  /// is cancelled. Also false if this process belongs to a login session without a screen, for
  /// example over ssh. The reason is that the user then does not sit at this machine's screen.
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

  /// Calls `hear` for each report about the user's login sessions and their lock state.
  ///
  /// The call ends when `latchkey-prompt` ends, when `hear` returns false, or when `cancellation`
  /// is cancelled.
  ///
  /// - Parameters:
  ///   - wake: returns the next moment at which `hear` must be called even if no report has
  ///     arrived.
  ///   - hear: called with each report in order, or with nil at the moment that `wake` returned. If
  ///     the report says that the machine is about to sleep, the machine sleeps only after `hear`
  ///     has returned. `hear` returns false to stop.
  /// - Returns: false if `latchkey-prompt` reported that it can reach no bus of D-Bus.
  func followSessions(
    cancellation: Cancellation, wake: () -> Deadline, _ hear: (SessionReport?) -> Bool
  ) -> Bool {
    var hasBus = true
    let waiting = Waiting(deadline: .never, cancellation: cancellation)
    // The outcome makes no difference: the helper has ended, and its reports remain valid.
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
