// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc

/// Verifies fingers at the fingerprint reader until a finger matches, or until the calling process
/// cancels the request or ends.
///
/// The calling process is the program that uses Latchkey; its type `HelperProgram` has started
/// `latchkey-prompt`.
///
/// The fingerprint reader is claimed only from the first attempt to the last, because the lock
/// screen may need it too.
final class FingerVerification {
  /// The milliseconds for which claiming the reader is repeated while another program uses it.
  private static let patience = 2000  // milliseconds
  private static let pause: Int32 = 100  // milliseconds

  private let reader: FingerReader
  private let channel: HelperChannel
  /// True while an attempt to match a finger is running: from the reply of fprintd to `VerifyStart`
  /// until the call of `VerifyStop`.
  ///
  /// Only a status that fprintd sends in this time belongs to the attempt.
  private var isOpen = false
  private var statuses: [FingerStatus] = []
  private var isDisconnected = false

  private init(_ reader: FingerReader, _ channel: HelperChannel) {
    self.reader = reader
    self.channel = channel
  }

  /// Handles a request to verify a finger, from its start to its end.
  ///
  /// A failure of the reader is sent to the process that made the request.
  ///
  /// - Throws: the error of the channel if that failure cannot be sent.
  static func run(_ channel: HelperChannel) throws(HelperError) {
    do throws(FingerFailure) {
      let reader = try FingerReader.find()
      guard !reader.sensor.fingers.isEmpty else { throw FingerFailure.noneEnrolled }
      let verification = FingerVerification(reader, channel)
      try verification.listen()
      guard try verification.claim() else { return }
      // An error here does not matter: the reader may be gone, and the bus releases it when this
      // program ends.
      defer { try? reader.call("Release") }
      try verification.attempts()
    } catch {
      try channel.send(HelperFrame(.failure, [error.rawValue]))
    }
  }

  private func listen() throws(FingerFailure) {
    do throws(BusError) {
      try reader.bus.handle(
        "type='signal',sender='\(reader.owner)',path='\(reader.path)',"
          + "interface='net.reactivated.Fprint.Device',member='VerifyStatus'"
      ) { [weak self] message in
        self?.take(message)
      }
      try reader.bus.handle(
        "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',"
          + "interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(reader.owner)'"
      ) { [weak self] message in
        if message.sender == "org.freedesktop.DBus" { self?.isDisconnected = true }
      }
    } catch {
      throw .absent
    }
  }

  /// Claims the fingerprint reader for this program.
  ///
  /// - Returns: false if the process that sent the request cancelled it or ended while the reader
  ///   was busy.
  private func claim() throws(FingerFailure) -> Bool {
    let end = Deadline(milliseconds: Self.patience)
    while true {
      do throws(BusError) {
        try reader.call("Claim", "")
        return true
      } catch {
        let failure = FingerReader.failure(error, otherwise: .broken)
        if failure != .busy || end.isPast { throw failure }
      }
      var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&entry, 1, Self.pause) > 0 { return false }
    }
  }

  private func attempts() throws(FingerFailure) {
    while true {
      try start()
      defer { stop() }
      guard tell(reader.sensor.frame) else { return }
      switch try outcome() {
      case .gone: return
      case .match:
        stop()
        _ = tell(HelperFrame(.match))
        return
      case .noMatch:
        stop()
        guard tell(HelperFrame(.noMatch)), let next = try? channel.receive(), next.kind == .again
        else { return }
      }
    }
  }

  private enum Outcome {
    case match, noMatch
    /// The process that sent the request has cancelled it or has ended.
    case gone
  }

  private func outcome() throws(FingerFailure) -> Outcome {
    while true {
      while !statuses.isEmpty {
        switch statuses.removeFirst() {
        case .match: return .match
        case .noMatch: return .noMatch
        case .hint(let hint):
          if !tell(HelperFrame(.hint, [hint.rawValue])) { return .gone }
        case .failed(let failure): throw failure
        }
      }
      if isDisconnected { throw .disconnected }
      switch reader.bus.waitAndProcess(alsoFor: STDIN_FILENO) {
      case .processed: continue
      case .other: return .gone
      case .gone: throw .disconnected
      }
    }
  }

  private func start() throws(FingerFailure) {
    statuses = []
    do throws(BusError) {
      try reader.call("VerifyStart", "any") { [self] in isOpen = true }
    } catch {
      isOpen = false
      throw FingerReader.failure(error, otherwise: .broken)
    }
  }

  /// Ends the attempt that is running, if there is any.
  ///
  /// fprintd reports `verify-no-match` for an attempt that was ended in this way. That report is
  /// ignored, because it is no failed attempt (Specification/access-control.md, "Presence by
  /// finger: fprintd", trap 1).
  private func stop() {
    guard isOpen else { return }
    isOpen = false
    try? reader.call("VerifyStop")
  }

  private func take(_ message: BusMessage) {
    guard isOpen, message.sender == reader.owner else { return }
    guard let result = try? message.text(), let isDone = try? message.flag() else { return }
    statuses.append(FingerStatus(result, isDone: isDone))
  }

  /// Sends a message to the process that started this program.
  ///
  /// - Returns: false if the message could not be sent, for example because that process has ended.
  private func tell(_ frame: HelperFrame) -> Bool {
    (try? channel.send(frame)) != nil
  }
}

/// The meaning of a status that fprintd reports about an attempt (Specification/access-control.md,
/// "Presence by finger: fprintd").
private enum FingerStatus {
  case match
  case noMatch
  case hint(FingerEvent.Hint)
  case failed(FingerFailure)

  /// Translates a status that fprintd reports.
  ///
  /// - Parameters:
  ///   - result: the name of the status, for example `verify-match`.
  ///   - isDone: true if the attempt is over. For an unknown `result`, true means that the reader
  ///     is broken, and false that the finger must be read again.
  init(_ result: String, isDone: Bool) {
    switch result {
    case "verify-match": self = .match
    case "verify-no-match": self = .noMatch
    case "verify-retry-scan": self = .hint(.retryScan)
    case "verify-swipe-too-short": self = .hint(.swipeTooShort)
    case "verify-finger-not-centered": self = .hint(.fingerNotCentered)
    case "verify-remove-and-retry": self = .hint(.removeAndRetry)
    case "verify-disconnected": self = .failed(.disconnected)
    default: self = isDone ? .failed(.broken) : .hint(.retryScan)
    }
  }
}
