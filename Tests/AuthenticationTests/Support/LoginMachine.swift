// SPDX-License-Identifier: Apache-2.0
import Authentication
import Foundation

/// A machine with mocks of logind and the screen saver by python-dbusmock, on a bus of its own.
///
/// It has one graphical session of this user (Specification/access-control.md, "Packages and tests
/// without hardware").
final class LoginMachine {
  static let session = "/org/freedesktop/login1/session/one"
  private static let login = "org.freedesktop.login1"
  private static let manager = "/org/freedesktop/login1"
  private static let saver = "org.gnome.ScreenSaver"

  let bus: PrivateBus
  private var daemon: SystemProgram?
  private var desktop: SystemProgram?

  /// - Parameter bus: a shared bus, or nil for a new one.
  init(on bus: PrivateBus? = nil) throws {
    self.bus = try bus ?? PrivateBus()
    try startLogin()
  }

  /// Starts logind with the session.
  func startLogin() throws {
    daemon?.end()
    daemon = try mock("logind", "--system")
    try bus.awaitCall(
      Self.login, Self.manager, "org.freedesktop.DBus.Mock.AddSession", "string:one",
      "string:seat0", "uint32:\(getuid())", "string:\(NSUserName())", "boolean:true")
  }

  /// Starts the screen saver.
  func startSaver() throws {
    desktop = try mock("gnome_screensaver", "--session")
    try bus.awaitCall(Self.saver, "/org/gnome/ScreenSaver", "\(Self.saver).GetActive")
  }

  func setSaver(_ isActive: Bool) -> Bool {
    bus.call(Self.saver, "/org/gnome/ScreenSaver", "\(Self.saver).SetActive", "boolean:\(isActive)")
  }

  func addSession(_ id: String) -> Bool {
    bus.call(
      Self.login, Self.manager, "org.freedesktop.DBus.Mock.AddSession", "string:\(id)",
      "string:seat0", "uint32:\(getuid())", "string:\(NSUserName())", "boolean:true")
      && emit("SessionNew", "so", "'\(id)', dbus.ObjectPath('\(path(id))')")
  }

  func removeSession(_ id: String = "one") -> Bool {
    emit("SessionRemoved", "so", "'\(id)', dbus.ObjectPath('\(path(id))')")
  }

  func ask(_ method: String, in session: String = "one") -> Bool {
    bus.call(Self.login, path(session), "\(Self.login).Session.\(method)")
  }

  func setHint(_ isLocked: Bool, in session: String = "one") -> Bool {
    bus.call(
      Self.login, path(session), "\(Self.login).Session.SetLockedHint", "boolean:\(isLocked)")
  }

  /// Makes a session textual, like sessions from other machines.
  func makeTextual(_ session: String) -> Bool {
    bus.call(
      Self.login, path(session), "org.freedesktop.DBus.Properties.Set",
      "string:\(Self.login).Session", "string:Type", "variant:string:tty")
  }

  /// Sends a signal to logind's process.
  func signalLogin(_ number: Int32) { daemon?.signal(number) }

  func prepareForSleep(_ begins: Bool) -> Bool {
    emit("PrepareForSleep", "b", begins ? "True" : "False")
  }

  func prepareForShutdown() -> Bool { emit("PrepareForShutdown", "b", "True") }

  /// True if we hold an inhibitor that delays sleep.
  var isHeld: Bool {
    _ = bus.call(Self.login, Self.manager, "\(Self.login).Manager.ListInhibitors")
    return bus.folder.text("finished").contains("Latchkey")
  }

  private func path(_ id: String) -> String { "/org/freedesktop/login1/session/\(id)" }

  private func mock(_ template: String, _ kind: String) throws -> SystemProgram {
    try bus.start(
      ["/usr/bin/python3", "-m", "dbusmock", kind, "--template", template], log: template)
  }

  /// Emits a signal of logind's manager.
  private func emit(_ signal: String, _ types: String, _ arguments: String) -> Bool {
    let script = """
      import dbus
      object = dbus.SystemBus().get_object("\(Self.login)", "\(Self.manager)")
      object.EmitSignal("\(Self.login).Manager", "\(signal)", "\(types)",
        dbus.Array([\(arguments)], signature="v"), dbus_interface="org.freedesktop.DBus.Mock")
      """
    return bus.finish(["/usr/bin/python3", "-c", script]) == 0
  }
}
