// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc

/// Tells the caller what logind, the screen saver and fprintd say, until it ends or a bus is lost:
/// then the caller starts another one, which tells everything anew (spec/access-control.md 3.2).
final class SessionWatch {
  typealias Tell = (SessionReport) -> Void

  private let channel: HelperChannel
  private let system: Bus?
  private let session: Bus?
  /// Whether the caller has ended.
  private var isAlone = false

  private init(_ channel: HelperChannel) {
    self.channel = channel
    system = try? Bus(.system)
    session = try? Bus(.session)
  }

  /// Runs the whole request.
  static func run(_ channel: HelperChannel) throws(HelperError) {
    let watch = SessionWatch(channel)
    guard watch.system != nil || watch.session != nil else {
      return try channel.send(HelperFrame(.failure, [FingerFailure.absent.rawValue]))
    }
    // A bus that breaks ends this: no frame is needed for that.
    try? watch.follow()
  }

  private func follow() throws(BusError) {
    let tell: Tell = { [unowned self] in
      if (try? channel.send($0.frame)) == nil { isAlone = true }
    }
    var logins: LoginWatch?
    var enrolments: EnrolmentWatch?
    var savers: ScreenSaverWatch?
    if let system {
      logins = try LoginWatch(system, tell)
      enrolments = try EnrolmentWatch(system, tell)
    }
    if let session { savers = try ScreenSaverWatch(session, tell) }
    try logins?.begin()
    try savers?.begin()
    tell(.complete(isLingering: logins?.isLingering ?? false))
    while !isAlone {
      try logins?.handleEvents()
      try savers?.handleEvents()
      enrolments?.handleEvents()
      if try process() { continue }
      guard waitForCaller() else { continue }
      guard let frame = try? channel.receive(), frame.kind == .release else { return }
      logins?.release()
    }
  }

  /// Handles a message of each bus; false where there is none.
  private func process() throws(BusError) -> Bool {
    let turns = [system?.process(), session?.process()]
    if turns.contains(.gone) { throw .broken }
    return turns.contains(.processed)
  }

  /// Waits for any message; true where the caller says something, or has ended.
  private func waitForCaller() -> Bool {
    let nothing = pollfd(fd: -1, events: 0, revents: 0)
    var entries = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      system?.pollEntry ?? nothing, session?.pollEntry ?? nothing,
    ]
    unsafe poll(&entries, 3, -1)
    return entries[0].revents != 0
  }
}
