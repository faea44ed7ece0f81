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

/// What the screen savers of the session bus say; none is started for that.
private final class ScreenSaverWatch {
  /// Their names, each with where its object is.
  private static let places = [
    "org.gnome.ScreenSaver": "/org/gnome/ScreenSaver",
    "org.freedesktop.ScreenSaver": "/org/freedesktop/ScreenSaver",
  ]

  private enum Event {
    case changed(name: String, sender: String?, isActive: Bool)
    case owned(name: String, by: String?)
  }

  private let bus: Bus
  private let tell: SessionWatch.Tell
  private var events: [Event] = []
  /// Who has each name.
  private var owners: [String: String] = [:]

  /// - Throws: where the bus is lost.
  init(_ bus: Bus, _ tell: @escaping SessionWatch.Tell) throws(BusError) {
    self.bus = bus
    self.tell = tell
    for name in Self.places.keys.sorted() {
      try bus.handleOwner(of: name) { [weak self] owner in
        self?.events.append(.owned(name: name, by: owner))
      }
      try bus.handle("type='signal',interface='\(name)',member='ActiveChanged'") {
        [weak self] message in
        guard let isActive = try? message.flag() else { return }
        self?.events.append(.changed(name: name, sender: message.sender, isActive: isActive))
      }
    }
  }

  /// Tells how things are.
  func begin() throws(BusError) {
    for name in Self.places.keys.sorted() {
      if let owner = try bus.owner(of: name) { look(at: name, owner) }
    }
  }

  /// Tells what has happened since.
  func handleEvents() throws(BusError) {
    while !events.isEmpty {
      switch events.removeFirst() {
      case .changed(let name, let sender, let isActive):
        // Who does not have the name is not the screen saver.
        guard let owner = owners[name], sender == owner else { continue }
        tell(.source(.screenSaver(name), isLocked: isActive))
      case .owned(let name, let owner?): look(at: name, owner)
      case .owned(let name, nil):
        if owners.removeValue(forKey: name) != nil { tell(.lost(.screenSaver(name))) }
      }
    }
  }

  private func look(at name: String, _ owner: String) {
    owners[name] = owner
    let method = BusMethod(
      destination: owner, path: Self.places[name] ?? "/", interface: name, member: "GetActive")
    guard let isActive = try? bus.call(method).flag() else { return }
    tell(.source(.screenSaver(name), isLocked: isActive))
  }
}

/// Hears from fprintd that a finger was enrolled; it is not started for that
/// (spec/access-control.md 3.4 trap 4, 3.5).
private final class EnrolmentWatch {
  private static let service = "net.reactivated.Fprint"

  private let tell: SessionWatch.Tell
  private var owner: String?
  private var hasEnrolled = false

  /// - Throws: where the bus is lost.
  init(_ bus: Bus, _ tell: @escaping SessionWatch.Tell) throws(BusError) {
    self.tell = tell
    // fprintd ends when it has nothing to do, and comes again under another unique name.
    try bus.handleOwner(of: Self.service) { [weak self] in self?.owner = $0 }
    try bus.handle(
      "type='signal',interface='\(Self.service).Device',member='EnrollStatus',"
        + "arg0='enroll-completed'"
    ) { [weak self] message in
      guard let self, let owner, message.sender == owner else { return }
      hasEnrolled = true
    }
    owner = try bus.owner(of: Self.service)
  }

  /// Tells what has happened since.
  func handleEvents() {
    guard hasEnrolled else { return }
    hasEnrolled = false
    tell(.fingerEnrolled)
  }
}
