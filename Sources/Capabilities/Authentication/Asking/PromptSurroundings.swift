// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc
import SecureMemory

/// Where a caller sits: what decides whom to ask, as a value (spec/access-control.md 3.7).
package struct PromptSurroundings: Hashable, Sendable {
  /// A terminal that somebody may sit at.
  package struct Terminal: Hashable, Sendable {
    /// Its device, or `/dev/tty`.
    package let path: String
    /// `TERM`.
    package let kind: String?

    package init(path: String, kind: String?) {
      self.path = path
      self.kind = kind
    }
  }

  /// Variables of the environment that a graphical program needs to find its display, and no
  /// others.
  package var variables: [String: String] = [:]
  /// The terminal whose foreground the caller has; nil where it has none.
  package var terminal: Terminal?
  /// Whether questions are wanted at all; `LATCHKEY_INTERACTION=never` is a no.
  package var allowsQuestions = true
  /// Whether the program runs with more rights than who started it: then it is told nothing by
  /// the environment, and starts no program.
  package var isSetID = false
  /// Whether this is a service of the system, which no session belongs to: a display that it names
  /// is nobody's.
  package var isSystemService = false
  /// Whether the display is known to be locked.
  package var displayIsLocked = false
  /// Whether a prompting agent of the session has registered (a later part).
  package var hasAgent = false
  /// The pinentries of this machine, the preferred one first.
  package var pinentries: [PinentryProgram] = []

  package init() {}

  private static let displayNames = [
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE",
    "XDG_CURRENT_DESKTOP", "DBUS_SESSION_BUS_ADDRESS", "HOME", "LANG", "LC_ALL", "LC_CTYPE",
    "LC_MESSAGES", "LANGUAGE",
  ]

  /// The surroundings of this process, now.
  ///
  /// - Parameter pinentry: a path or a name from a configuration; `LATCHKEY_PINENTRY` wins.
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

  /// Whether there is a display to ask at.
  package var hasDisplay: Bool {
    variables["DISPLAY"] != nil || variables["WAYLAND_DISPLAY"] != nil
  }

  /// Whether what is shown at the display is seen by the user of this process.
  var isSeen: Bool { hasDisplay && !isSystemService }

  /// The locale of texts, as libc chooses it.
  package var locale: String? {
    variables["LC_ALL"] ?? variables["LC_CTYPE"] ?? variables["LANG"]
  }

  /// The environment of a pinentry.
  var pinentryEnvironment: [String] {
    var all = variables
    all["PATH"] = "/usr/local/bin:/usr/bin:/bin"
    if let kind = terminal?.kind { all["TERM"] = kind }
    return all.map { "\($0.key)=\($0.value)" }.sorted()
  }

  /// The controlling terminal, by the name of its device where one of the three streams has it: a
  /// program is told that name.
  private static func foregroundTerminal() -> Terminal? {
    let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    // In the background a read would stop the program until somebody fetched it: for ever.
    guard tcgetpgrp(terminal) == getpgrp() else { return nil }
    var name = [CChar](repeating: 0, count: 256)
    for stream in [STDIN_FILENO, STDERR_FILENO, STDOUT_FILENO]
    where unsafe ttyname_r(stream, &name, name.count) == 0 && tcgetpgrp(stream) == getpgrp() {
      let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return Terminal(path: String(decoding: bytes, as: UTF8.self), kind: variable("TERM"))
    }
    return Terminal(path: "/dev/tty", kind: variable("TERM"))
  }

  /// A variable of the environment that is not empty.
  private static func variable(_ name: String) -> String? {
    guard let text = ProcessVariable.value(of: name) else { return nil }
    return text.isEmpty ? nil : text
  }
}
