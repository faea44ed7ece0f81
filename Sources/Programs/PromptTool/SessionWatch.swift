// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc

/// Reports to the caller when the user's screen is locked or unlocked, as logind and the screen
/// savers announce it (Specification/access-control.md, "The lock state on Linux").
///
/// The caller is the process that started `latchkey-prompt`. The watch reports changes of login
/// sessions, screen savers, sleep and shutdown, from which the caller derives the lock state. The
/// watch also reports when a finger is enrolled with fprintd.
///
/// The watch runs until the caller ends or the connection to a bus is lost. If that connection is
/// lost, the caller starts another process, which reports the whole state again.
final class SessionWatch {
  typealias Tell = (SessionReport) -> Void

  private let channel: HelperChannel
  private let system: Bus?
  private let session: Bus?
  /// True if a report could not be sent, because the process that started this one has ended.
  private var isAlone = false

  private init(_ channel: HelperChannel) {
    self.channel = channel
    system = try? Bus(.system)
    session = try? Bus(.session)
  }

  /// Handles the request `follow`, which asks for all changes of the screen's lock state.
  ///
  /// The function returns when the process that started this one ends, or when a connection to a
  /// bus is lost.
  ///
  /// If no bus can be reached, the only answer is `failure`.
  static func run(_ channel: HelperChannel) throws(HelperError) {
    let watch = SessionWatch(channel)
    guard watch.system != nil || watch.session != nil else {
      return try channel.send(HelperFrame(.failure, [FingerFailure.absent.rawValue]))
    }
    // If the connection to a bus is lost, the program ends. The caller needs no frame to notice it.
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

  /// Handles one message of the system bus and one message of the session bus, if they are ready.
  ///
  /// - Returns: false if no message was ready.
  /// - Throws: `broken` if the connection to a bus is lost.
  private func process() throws(BusError) -> Bool {
    let turns = [system?.process(), session?.process()]
    if turns.contains(.gone) { throw .broken }
    return turns.contains(.processed)
  }

  /// Waits for a message of a bus, or of the process that started this one.
  ///
  /// - Returns: true if that process has sent something or has ended.
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

/// Reports whether the running screen savers on the session bus lock the screen.
///
/// The watch starts no screen saver.
private final class ScreenSaverWatch {
  /// The D-Bus object paths of the known screen savers, by the bus name of the screen saver.
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
  /// The unique name of each running screen saver, by its bus name.
  private var owners: [String: String] = [:]

  /// Starts to listen to signals of the screen savers.
  ///
  /// - Parameter tell: called with each report.
  /// - Throws: `broken` if the connection to the bus is lost.
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

  /// Reports for each running screen saver whether it is active now.
  func begin() throws(BusError) {
    for name in Self.places.keys.sorted() {
      if let owner = try bus.owner(of: name) { look(at: name, owner) }
    }
  }

  /// Handles the events of screen savers that have arrived on the bus since the last call.
  ///
  /// An event says that a screen saver's program has started or ended, or that its screen saver has
  /// become active or inactive. Each change is told to the function that the watch was given.
  func handleEvents() throws(BusError) {
    while !events.isEmpty {
      switch events.removeFirst() {
      case .changed(let name, let sender, let isActive):
        // Only the owner of the name is the screen saver.
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

/// Reports that a finger was enrolled with fprintd, without starting fprintd
/// (Specification/access-control.md, "Presence by finger: fprintd", "Domain state and
/// `biometryCurrentSet`").
private final class EnrolmentWatch {
  private static let service = "net.reactivated.Fprint"

  private let tell: SessionWatch.Tell
  private var owner: String?
  private var hasEnrolled = false

  /// Starts to listen to signals of fprintd.
  ///
  /// - Throws: `broken` if the connection to the bus is lost.
  init(_ bus: Bus, _ tell: @escaping SessionWatch.Tell) throws(BusError) {
    self.tell = tell
    // fprintd ends when it is idle, and starts again under another unique name.
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

  /// Reports an enrolment if a finger was enrolled since the last call.
  func handleEvents() {
    guard hasEnrolled else { return }
    hasEnrolled = false
    tell(.fingerEnrolled)
  }
}
