// SPDX-License-Identifier: Apache-2.0
import Authentication
import Foundation
import TestPatience

/// The real fprintd with libfprint's virtual reader, on a bus of its own, and a mock of polkit
/// (Specification/access-control.md, "Packages and tests without hardware").
final class FingerprintMachine {
  static let promptPath = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("latchkey-prompt").path

  let bus: PrivateBus
  private(set) var daemon: SystemProgram?

  var folder: TemporaryDirectory { bus.folder }
  var address: String { bus.address }
  var helper: HelperProgram { HelperProgram(path: Self.promptPath, busAddress: address) }

  /// - Parameters:
  ///   - finger: the finger to enrol as the right index finger, if any.
  ///   - isAllowed: true if polkit allows every request.
  init(finger: String? = "f1", isAllowed: Bool = true, hasDaemon: Bool = true) throws {
    bus = try PrivateBus()
    guard hasDaemon else { return }
    try bus.run(["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "polkitd"])
    let polkit = "org.freedesktop.PolicyKit1"
    let path = "/org/freedesktop/PolicyKit1/Authority"
    let allow = "org.freedesktop.DBus.Mock.AllowUnknown"
    try bus.awaitCall(polkit, path, allow, "boolean:true")
    try startDaemon()
    guard Patience.wait(until: { hasSensor }) else {
      throw PrivateBus.Failure(text: "no fprintd: \(folder.text("fprintd.log"))")
    }
    if let finger { try enrol(finger) }
    if !isAllowed { _ = bus.call(polkit, path, allow, "boolean:false") }
  }

  func startDaemon() throws {
    _ = unsafe mkdir(folder.file("state"), 0o700)
    daemon = try SystemProgram(
      ["/usr/libexec/fprintd", "-t"],
      environment: [
        "DBUS_SYSTEM_BUS_ADDRESS": address, "FP_VIRTUAL_DEVICE": folder.file("reader"),
        "STATE_DIRECTORY": folder.file("state"),
      ], log: folder.file("fprintd.log"))
  }

  /// Runs a program on this machine's bus to its end.
  func finish(_ words: [String]) -> Int32? { bus.finish(words) }

  var hasSensor: Bool {
    (try? helper.findSensor(until: soon, cancellation: Cancellation())?.get()) != nil
  }

  /// Starts another program, which claims the reader and keeps it, even after a match.
  func hold() throws -> SystemProgram {
    let script = """
      import dbus, dbus.mainloop.glib
      from gi.repository import GLib
      dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
      object = dbus.SystemBus().get_object("net.reactivated.Fprint", "/net/reactivated/Fprint/Device/0")
      device = dbus.Interface(object, "net.reactivated.Fprint.Device")
      device.connect_to_signal("VerifyStatus", lambda result, done: print(result, flush=True))
      device.Claim("")
      device.VerifyStart("any")
      print("holds", flush=True)
      GLib.MainLoop().run()
      """
    let program = try bus.start(["/usr/bin/python3", "-c", script], log: "hold")
    // The program ends at once if another one has the reader.
    _ = Patience.wait { !program.isRunning || folder.text("hold").contains("holds") }
    guard folder.text("hold").contains("holds") else {
      throw PrivateBus.Failure(text: "not held: \(folder.text("hold"))")
    }
    return program
  }

  /// True if another program can claim the reader soon after its last holder has gone.
  var isFreeSoon: Bool {
    Patience.wait(within: Patience.soon) { (try? hold()) != nil }
  }

  private var soon: Deadline { .distant }

  /// Enrols a finger as the right index finger.
  func enrol(_ finger: String) throws {
    let program = try bus.start(["fprintd-enroll", "-f", "right-index-finger"], log: "enrol")
    for stage in 0..<5 {
      reader("SCAN \(finger)")
      _ = Patience.wait {
        folder.text("enrol").components(separatedBy: "Enroll result").count > stage + 1
      }
    }
    guard program.status() == 0 else {
      throw PrivateBus.Failure(text: "not enrolled: \(folder.text("enrol"))")
    }
  }

  /// Sends a command to the virtual reader, which listens only while it is claimed.
  func reader(_ command: String) {
    _ = Patience.wait { sent(command) }
  }

  private func sent(_ command: String) -> Bool {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      unsafe bytes.copyBytes(from: folder.file("reader").utf8)
    }
    let connected = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard connected == 0 else { return false }
    let bytes = Array(command.utf8)
    return unsafe bytes.withUnsafeBytes { unsafe write(socket, $0.baseAddress, $0.count) } > 0
  }
}
