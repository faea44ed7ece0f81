// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc
import SecureMemory

/// The facts about the caller's process and the machine that decide how the user is asked
/// (Specification/access-control.md, "Whom to ask; headless").
///
/// Examples are the display, the terminal and the installed pinentry programs.
package struct PromptSurroundings: Hashable, Sendable {
  /// A terminal at which the user may be asked.
  package struct Terminal: Hashable, Sendable {
    /// The path of the terminal's device, or `/dev/tty` if that path is not known.
    package let path: String
    /// The type of the terminal, from the environment variable `TERM`.
    ///
    /// Nil if the variable is empty or not set. Also nil in a program with rights that its user
    /// lacks (set-user-ID), because that user chooses the environment.
    package let kind: String?

    package init(path: String, kind: String?) {
      self.path = path
      self.kind = kind
    }
  }

  /// The environment variables that a graphical program needs to find its display and language.
  ///
  /// Other variables are left out.
  package var variables: [String: String] = [:]
  /// The controlling terminal of the caller's process.
  ///
  /// Nil if the process has no terminal, or is in the terminal's background.
  package var terminal: Terminal?
  /// True unless the environment variable `LATCHKEY_INTERACTION` is `never`, which forbids all
  /// questions.
  package var allowsQuestions = true
  /// True if this process has rights that the user who started it lacks, as a set-user-ID program
  /// has.
  ///
  /// Latchkey then trusts nothing in the environment, and starts no other program.
  package var isSetID = false
  /// True if systemd started this process as a system service, which belongs to no login session.
  ///
  /// If the environment of a system service names a display, another user may sit at that display.
  package var isSystemService = false
  /// True if the screen of the display is known to be locked.
  package var displayIsLocked = false
  /// True if a program of the user's desktop offers to ask the user for other programs (a prompting
  /// agent).
  ///
  /// Agents are not supported yet.
  package var hasAgent = false
  /// The pinentry programs of this machine, the preferred program first.
  package var pinentries: [PinentryProgram] = []

  package init() {}

  private static let displayNames = [
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE",
    "XDG_CURRENT_DESKTOP", "DBUS_SESSION_BUS_ADDRESS", "HOME", "LANG", "LC_ALL", "LC_CTYPE",
    "LC_MESSAGES", "LANGUAGE",
  ]

  /// Reads the surroundings of this process as they are now.
  ///
  /// - Parameter pinentry: the path or name of the pinentry program in Latchkey's configuration.
  ///   The environment variable `LATCHKEY_PINENTRY` overrides it.
  package static func current(pinentry: String? = nil) -> PromptSurroundings {
    var found = PromptSurroundings()
    found.isSetID = latchkey_has_borrowed_rights() != 0
    found.allowsQuestions = variable("LATCHKEY_INTERACTION") != "never"
    if !found.isSetID {
      for name in displayNames { found.variables[name] = variable(name) }
      found.pinentries = PinentryProgram.installed(
        named: variable("LATCHKEY_PINENTRY") ?? pinentry)
    }
    found.isSystemService = ControlGroups.ofThisProcess.nameSystemService
    found.terminal = foregroundTerminal()
    return found
  }

  /// True if the environment names an X11 or Wayland display.
  package var hasDisplay: Bool {
    variables["DISPLAY"] != nil || variables["WAYLAND_DISPLAY"] != nil
  }

  /// True if the environment names a display, and this process is no system service.
  ///
  /// The user of this process then sees what is shown at the display.
  var isSeen: Bool { hasDisplay && !isSystemService }

  /// The locale for the texts of a prompt, from `LC_ALL`, `LC_CTYPE` or `LANG`, in this order.
  ///
  /// Nil if the three variables are empty or not set.
  package var locale: String? {
    variables["LC_ALL"] ?? variables["LC_CTYPE"] ?? variables["LANG"]
  }

  /// The environment for a pinentry program, as `NAME=value` strings.
  var pinentryEnvironment: [String] {
    var all = variables
    all["PATH"] = "/usr/local/bin:/usr/bin:/bin"
    if let kind = terminal?.kind { all["TERM"] = kind }
    return all.map { "\($0.key)=\($0.value)" }.sorted()
  }

  /// Returns the controlling terminal of this process, if the process is in the terminal's
  /// foreground.
  ///
  /// The path in the result is the path of the terminal's device, which a pinentry program needs.
  /// If neither standard input, output nor error is the terminal, that path is not known. The
  /// result then has the path `/dev/tty`.
  ///
  /// Nil if this process has no terminal, or is in the terminal's background.
  private static func foregroundTerminal() -> Terminal? {
    let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    // In the background, a read would stop the program until its user brings it back, perhaps
    // never.
    guard tcgetpgrp(terminal) == getpgrp() else { return nil }
    var name = [CChar](repeating: 0, count: 256)
    for stream in [STDIN_FILENO, STDERR_FILENO, STDOUT_FILENO]
    where unsafe ttyname_r(stream, &name, name.count) == 0 && tcgetpgrp(stream) == getpgrp() {
      let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return Terminal(path: String(decoding: bytes, as: UTF8.self), kind: variable("TERM"))
    }
    return Terminal(path: "/dev/tty", kind: variable("TERM"))
  }

  /// Returns the value of an environment variable of this process.
  ///
  /// Nil if the variable is empty or not set. Also nil in a program with rights that its user lacks
  /// (set-user-ID), because that user chooses the environment.
  private static func variable(_ name: String) -> String? {
    guard let text = ProcessVariable.value(of: name) else { return nil }
    return text.isEmpty ? nil : text
  }
}
