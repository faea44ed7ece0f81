// SPDX-License-Identifier: Apache-2.0
import Glibc

/// How a terminal was set, to set it so again.
struct TerminalSettings {
  private let path: String
  private let settings: termios

  /// Notes the settings; nil where there is no such terminal.
  init?(path: String) {
    let terminal = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    var settings = termios()
    guard unsafe tcgetattr(terminal, &settings) == 0 else { return nil }
    self.path = path
    self.settings = settings
  }

  /// Sets them again, where this process has the foreground or the terminal is not its own.
  func restore() {
    let terminal = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard terminal >= 0 else { return }
    defer { close(terminal) }
    let foreground = tcgetpgrp(terminal)
    guard foreground < 0 || foreground == getpgrp() else { return }
    var settings = settings
    unsafe tcsetattr(terminal, TCSANOW, &settings)
  }
}
