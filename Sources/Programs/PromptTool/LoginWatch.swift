// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc
import SecureMemory

/// Reports changes of this user's login sessions, and when the machine goes to sleep or wakes up.
///
/// The changes come from logind. While the machine is awake, this object has an inhibitor lock of
/// logind. So logind delays the sleep until the keychain's keys are forgotten and `release` is
/// called, but not longer than logind's limit.
final class LoginWatch {
  private static let service = "org.freedesktop.login1"
  private static let manager = "/org/freedesktop/login1"
  /// The values of a session's property `Type` in logind for sessions without a screen.
  private static let textual: Set<String> = ["tty", "unspecified", "web"]

  private enum Event {
    case sleep(Bool), shutdown(Bool)
    case request(path: String, isLocked: Bool)
    case changed(path: String)
    case began(id: String, path: String), ended(id: String, path: String)
  }

  private let bus: Bus
  private let tell: SessionWatch.Tell
  /// The unique name of logind's connection to the bus; nil if logind is not running.
  private var owner: String?
  private var isReplaced = false
  private var events: [Event] = []
  /// The identifiers of the login sessions that were reported, by the D-Bus path of the session.
  private var sessions: [String: String] = [:]
  private var user: String?
  private var inhibitor: Int32 = -1

  /// Starts to listen to signals of logind.
  ///
  /// - Parameter tell: called with each report.
  /// - Throws: `broken` if the connection to the bus is lost.
  init(_ bus: Bus, _ tell: @escaping SessionWatch.Tell) throws(BusError) {
    self.bus = bus
    self.tell = tell
    // If logind starts, or starts again, the watch must begin anew.
    try bus.handleOwner(of: Self.service) { [weak self] _ in self?.isReplaced = true }
    owner = try bus.owner(of: Self.service)
    guard let owner else { return }
    try listen(owner)
  }

  deinit {
    release()
  }

  /// Releases the inhibitor lock, if this object has it, so that the machine may go to sleep.
  func release() {
    guard inhibitor >= 0 else { return }
    close(inhibitor)
    inhibitor = -1
  }

  /// True if logind lets the user's programs continue after the user's last session has ended.
  var isLingering: Bool {
    guard let owner, let user else { return false }
    return (try? property("Linger", of: user, Self.service + ".User", owner).flagInVariant())
      ?? false
  }

  /// Takes the inhibitor lock, and reports whether the machine goes to sleep or shuts down now.
  ///
  /// Then reports the present sessions of the user.
  func begin() throws(BusError) {
    guard let owner else { return }
    hold(owner)
    for (name, source) in [
      ("PreparingForSleep", LockSource.sleep), ("PreparingForShutdown", .shutdown),
    ] {
      let value = try? property(name, of: Self.manager, Self.service + ".Manager", owner)
        .flagInVariant()
      tell(.source(source, isLocked: value ?? false))
    }
    var found: [(id: String, path: String)] = []
    let reply = try bus.call(method("ListSessions", owner))
    try reply.structures(of: "susso") { (session) throws(BusError) in
      let id = try session.text()
      let number = try session.number()
      _ = try session.text()
      _ = try session.text()
      let path = try session.text("o")
      if number == getuid() { found.append((id, path)) }
    }
    for session in found { look(at: session.id, session.path, owner) }
  }

  /// Reports the changes for which logind has sent signals since the last call.
  ///
  /// - Throws: `broken` if logind has started or ended.
  func handleEvents() throws(BusError) {
    if isReplaced { throw .broken }
    guard let owner else { return }
    while !events.isEmpty { handle(events.removeFirst(), owner) }
  }

  private func handle(_ event: Event, _ owner: String) {
    switch event {
    case .sleep(let begins):
      if !begins { hold(owner) }
      tell(.source(.sleep, isLocked: begins))
    case .shutdown(let begins): tell(.source(.shutdown, isLocked: begins))
    case .request(let path, let isLocked):
      guard let id = sessions[path] else { return }
      tell(.source(.request(session: id), isLocked: isLocked))
    case .changed(let path): tellHint(path, owner)
    case .began(let id, let path): look(at: id, path, owner)
    case .ended(let id, let path):
      guard sessions.removeValue(forKey: path) != nil else { return }
      tell(.ended(session: id, isLingering: isLingering))
    }
  }

  /// Reports a login session of this user, and whether the session is locked.
  ///
  /// Has no effect if the session was reported already, belongs to another user, or has another
  /// class than `user` in logind.
  private func look(at id: String, _ path: String, _ owner: String) {
    let interface = Self.service + ".Session"
    guard sessions[path] == nil,
      let whose = try? property("User", of: path, interface, owner),
      (try? whose.enterVariant(of: "(uo)")) != nil, (try? whose.number()) == getuid(),
      (try? property("Class", of: path, interface, owner).textInVariant()) == "user",
      let type = try? property("Type", of: path, interface, owner).textInVariant()
    else { return }
    user = try? whose.text("o")
    sessions[path] = id
    let kind: SessionKind =
      Self.textual.contains(type) ? .textual : isOwn(id, owner) ? .own : .graphical
    tell(.session(id: id, kind))
    tellHint(path, owner)
  }

  /// True if `id` is the session whose session bus this process uses.
  ///
  /// This is the session in which this process was started, and `XDG_SESSION_ID` is its identifier.
  /// If this variable is not set, the session that logind names as the user's display is used
  /// instead.
  private func isOwn(_ id: String, _ owner: String) -> Bool {
    if let own = ProcessVariable.value(of: "XDG_SESSION_ID") { return own == id }
    guard let user,
      let display = try? property("Display", of: user, Self.service + ".User", owner),
      (try? display.enterVariant(of: "(so)")) != nil
    else { return false }
    return (try? display.text()) == id
  }

  private func tellHint(_ path: String, _ owner: String) {
    guard let id = sessions[path],
      let value = try? property("LockedHint", of: path, Self.service + ".Session", owner)
        .flagInVariant()
    else { return }
    tell(.source(.hint(session: id), isLocked: value))
  }

  /// Takes logind's inhibitor lock, so that logind waits for `release` before the machine sleeps.
  private func hold(_ owner: String) {
    guard inhibitor < 0 else { return }
    let reply = try? bus.call(
      method("Inhibit", owner), "sleep", "Latchkey", "Forget the keys of the keychain", "delay")
    inhibitor = (try? reply?.descriptor()) ?? -1
  }

  private func method(_ member: String, _ owner: String) -> BusMethod {
    BusMethod(
      destination: owner, path: Self.manager, interface: Self.service + ".Manager",
      member: member)
  }

  private func property(
    _ name: String, of path: String, _ interface: String, _ owner: String
  ) throws(BusError) -> BusMessage {
    let method = BusMethod(
      destination: owner, path: path, interface: "org.freedesktop.DBus.Properties",
      member: "Get")
    return try bus.call(method, interface, name)
  }

  private func listen(_ owner: String) throws(BusError) {
    let manager = "path='\(Self.manager)',interface='\(Self.service).Manager'"
    try hear("\(manager),member='PrepareForSleep'", owner) { .sleep(try $0.flag()) }
    try hear("\(manager),member='PrepareForShutdown'", owner) { .shutdown(try $0.flag()) }
    try hear("\(manager),member='SessionNew'", owner) {
      .began(id: try $0.text(), path: try $0.text("o"))
    }
    try hear("\(manager),member='SessionRemoved'", owner) {
      .ended(id: try $0.text(), path: try $0.text("o"))
    }
    let session = "interface='\(Self.service).Session'"
    try hear("\(session),member='Lock'", owner) { .request(path: try $0.path(), isLocked: true) }
    try hear("\(session),member='Unlock'", owner) {
      .request(path: try $0.path(), isLocked: false)
    }
    try hear(
      "interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',"
        + "arg0='\(Self.service).Session'", owner
    ) { .changed(path: try $0.path()) }
  }

  /// Records an event for each later signal of logind that matches `rule`, a D-Bus match rule.
  ///
  /// Signals of other senders are ignored: any program may send signals over the bus.
  ///
  /// - Parameters:
  ///   - owner: the unique name of logind's connection to the bus.
  ///   - read: reads the event from the signal.
  private func hear(
    _ rule: String, _ owner: String, _ read: @escaping (BusMessage) throws -> Event
  ) throws(BusError) {
    try bus.handle("type='signal',sender='\(owner)',\(rule)") { [weak self] message in
      guard message.sender == owner, let event = try? read(message) else { return }
      self?.events.append(event)
    }
  }
}
