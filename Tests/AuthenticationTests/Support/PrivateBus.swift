// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience

/// A message bus of a test, without access rules: the bus of a machine, of a session, or of both.
final class PrivateBus {
  struct Failure: Error {
    let text: String
  }

  let folder = TemporaryDirectory(forSockets: true)
  private var programs: [SystemProgram] = []

  var address: String { "unix:path=\(folder.file("bus"))" }

  /// - Parameter display: the display for desktop services that a call starts. Nil starts no
  ///   services.
  init(display: VirtualDisplay? = nil) throws {
    try folder.write(configuration(startsServices: display != nil), to: "bus.conf")
    let variables = display.map {
      ["DISPLAY": $0.name, "NO_AT_BRIDGE": "1", "HOME": folder.path]
    }
    programs.append(
      try SystemProgram(
        ["dbus-daemon", "--config-file=\(folder.file("bus.conf"))", "--nofork", "--nopidfile"],
        environment: variables ?? [:], log: folder.file("log0")))
    guard Patience.wait(until: { unsafe access(folder.file("bus"), F_OK) == 0 }) else {
      throw Failure(text: "no bus: \(folder.text("log0"))")
    }
  }

  /// Starts a program that runs as long as the bus.
  func run(_ words: [String]) throws {
    programs.append(try start(words, log: "log\(programs.count)"))
  }

  /// Returns the path of a `latchkey-prompt` that takes this bus for the system's.
  ///
  /// Only this wrapper sets the address for it.
  func helper() throws -> String {
    try folder.writeProgram(
      """
      #!/bin/sh
      DBUS_SYSTEM_BUS_ADDRESS='\(address)' exec '\(FingerprintMachine.promptPath)' "$@"
      """, to: "helper")
  }

  /// Starts a program on the bus.
  func start(_ words: [String], log: String) throws -> SystemProgram {
    try SystemProgram(
      words,
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": address, "DBUS_SESSION_BUS_ADDRESS": address],
      log: folder.file(log))
  }

  /// Runs a program on the bus to its end.
  func finish(_ words: [String]) -> Int32? {
    try? start(words, log: "finished").status()
  }

  /// Calls a method with arguments as dbus-send takes them.
  ///
  /// The answer is in the file `finished`.
  func call(_ destination: String, _ path: String, _ method: String, _ words: String...) -> Bool {
    let send = ["dbus-send", "--system", "--print-reply", "--dest=\(destination)", path, method]
    return finish(send + words) == 0
  }

  /// Calls a method until it is answered.
  func awaitCall(_ destination: String, _ path: String, _ method: String, _ words: String...) throws
  {
    let send = ["dbus-send", "--system", "--print-reply", "--dest=\(destination)", path, method]
    guard Patience.wait(until: { finish(send + words) == 0 }) else {
      throw Failure(text: "no \(destination): \(folder.text("finished"))")
    }
  }

  private func configuration(startsServices: Bool) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>\(startsServices ? "session" : "system")</type>
      \(startsServices ? "<standard_session_servicedirs/>" : "")
      <listen>\(address)</listen>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>
    """
  }
}
