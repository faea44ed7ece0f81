// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc
import TestPatience
import Testing

/// Tests of Specification/access-control.md, "Whom to ask; headless", as a table.
@Suite("PromptChoice")
struct PromptChoiceTests {
  private static let gnome = PinentryProgram(path: "/usr/bin/pinentry-gnome3", needsTerminal: false)
  private static let curses = PinentryProgram(path: "/usr/bin/pinentry", needsTerminal: true)
  private static let console = PromptSurroundings.Terminal(path: "/dev/pts/3", kind: "xterm")

  private static func surroundings(
    _ words: String, _ programs: [PinentryProgram] = []
  ) -> PromptSurroundings {
    var made = PromptSurroundings()
    made.pinentries = programs
    for word in words.split(separator: " ") {
      switch word {
      case "x11": made.variables["DISPLAY"] = ":0"
      case "wayland": made.variables["WAYLAND_DISPLAY"] = "wayland-0"
      case "tty": made.terminal = console
      case "never": made.allowsQuestions = false
      case "setid": made.isSetID = true
      case "locked": made.displayIsLocked = true
      case "service": made.isSystemService = true
      case "agent": made.hasAgent = true
      default: Issue.record("unknown word \(word)")
      }
    }
    return made
  }

  // swift-format-ignore
  private static let rows: [(PromptSurroundings, PromptChoice)] = [
    (surroundings("",                  [curses, gnome]), .nobody(.nobodyThere)),
    (surroundings("never"),                              .nobody(.forbidden)),
    (surroundings("never x11 tty",     [curses, gnome]), .nobody(.forbidden)),
    (surroundings("never agent"),                        .nobody(.forbidden)),
    (surroundings("never setid tty"),                    .nobody(.forbidden)),
    (surroundings("agent x11 tty",     [curses, gnome]), .agent),
    (surroundings("x11",               [curses, gnome]), .display(gnome)),
    (surroundings("wayland",           [gnome]),         .display(gnome)),
    (surroundings("x11 tty",           [curses, gnome]), .display(gnome)),
    (surroundings("x11 tty",           [curses]),        .terminalProgram(curses)),
    (surroundings("x11",               [curses]),        .nobody(.noProgram)),
    (surroundings("x11"),                                .nobody(.noProgram)),
    (surroundings("tty",               [curses, gnome]), .terminalProgram(curses)),
    (surroundings("tty",               [gnome]),         .terminalProgram(gnome)),
    (surroundings("tty"),                                .terminal(console)),
    (surroundings("x11 tty"),                            .terminal(console)),
    (surroundings("locked x11 tty",    [curses, gnome]), .nobody(.displayLocked)),
    (surroundings("locked agent"),                       .nobody(.displayLocked)),
    (surroundings("service x11",       [gnome]),         .nobody(.nobodyThere)),
    (surroundings("service x11 tty",   [curses, gnome]), .terminalProgram(curses)),
    (surroundings("setid x11 tty",     [curses, gnome]), .terminal(console)),
    (surroundings("setid agent x11",   [gnome]),         .nobody(.nobodyThere)),
  ]

  @Test("the table")
  func table() {
    for (surroundings, choice) in Self.rows {
      #expect(PromptChoice(surroundings) == choice)
    }
  }

  @Test(
    "what systemd started, by its control group",
    arguments: [
      ("0::/system.slice/cron.service\n", true),
      ("1:name=systemd:/system.slice/backup@x.service/inner\n0::/\n", true),
      ("0::/user.slice/user-1000.slice/session-3.scope\n", false),
      ("0::/user.slice/user-1000.slice/user@1000.service/app.slice/x.service\n", false),
      ("4:memory:/system.slice/cron.service\n0::/\n", false), ("0::/\n", false), ("", false),
    ])
  func services(_ text: String, _ isService: Bool) {
    #expect(ControlGroups(text).nameSystemService == isService)
  }

  /// Case 75, which `MachineCase` runs: an answer at once, without a process.
  func nobody() throws {
    let pinentry = try PlayedPinentry("GETPIN() { echo OK; }")
    var surroundings = PromptSurroundings()
    surroundings.variables["HOME"] = pinentry.home.path
    surroundings.pinentries = [PinentryProgram(path: PlayedPinentry.path, needsTerminal: false)]
    for change in [{ $0 }, Self.forbidden] as [(PromptSurroundings) -> PromptSurroundings] {
      let changed = change(surroundings)
      let prompter = try #require(PromptChoice(changed).prompter(in: changed))
      let cancellation = Cancellation()
      let deadline = Deadline.distant
      let time = Stopwatch.duration {
        let answer = prompter.askPasscode(.plain, until: deadline, cancellation: cancellation)
        let reason: Unavailability = changed.hasDisplay ? .forbidden : .nobodyThere
        #expect(answer == .unavailable(reason))
      }
      #expect(time < Patience.soon, "\(time)")
    }
    #expect(pinentry.home.text("process").isEmpty)
    // With a display the pinentry is started.
    surroundings.variables["DISPLAY"] = ":0"
    let prompter = try #require(PromptChoice(surroundings).prompter(in: surroundings))
    _ = prompter.askPasscode(
      .plain, until: .distant, cancellation: Cancellation())
    #expect(!pinentry.home.text("process").isEmpty)
  }

  private static func forbidden(_ surroundings: PromptSurroundings) -> PromptSurroundings {
    var changed = surroundings
    changed.variables["DISPLAY"] = ":0"
    changed.allowsQuestions = false
    return changed
  }

  @Test("programs: the one that is named stands alone, links are looked through")
  func programs() throws {
    let folder = TemporaryDirectory()
    #expect(PinentryProgram.installed(named: folder.file("none")).isEmpty)
    #expect(PinentryProgram.installed(named: folder.path).isEmpty, "a directory")
    #expect(PinentryProgram.installed(named: "no-such-pinentry").isEmpty)
    #expect(PinentryProgram.installed(named: "relative/pinentry").isEmpty)
    let link = folder.file("pinentry")
    #expect(unsafe symlink("/usr/bin/pinentry-tty", link) == 0)
    let found = PinentryProgram.installed(named: link)
    #expect(found == [PinentryProgram(path: link, needsTerminal: true)])
    let names = PinentryProgram.installed(named: nil).map(\.path)
    #expect(names.contains("/usr/bin/pinentry-tty"))
    #expect(names.first == "/usr/bin/pinentry")
  }
}
