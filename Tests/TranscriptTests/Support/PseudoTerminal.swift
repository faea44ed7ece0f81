// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestPatience

/// A terminal without a screen: the program is at one end, the test at the other.
final class PseudoTerminal {
  /// Request numbers of ioctl(2), which the headers define only as macros.
  private static let unlock: UInt = 0x4004_5431
  private static let number: UInt = 0x8004_5430

  private let keyboard: Int32
  private let device: String
  private(set) var screen = ""
  /// The number of characters up to the end of the text that was waited for last.
  private var seen = 0
  /// True if all programs have closed this terminal, and all of their output was read.
  private var hasEnded = false

  init() throws {
    keyboard = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard keyboard >= 0 else { throw Program.Failure(text: "no pseudo terminal") }
    var zero: Int32 = 0
    var place: UInt32 = 0
    guard unsafe ioctl(keyboard, Self.unlock, &zero) == 0,
      unsafe ioctl(keyboard, Self.number, &place) == 0
    else { throw Program.Failure(text: "the pseudo terminal cannot be set up") }
    device = "/dev/pts/\(place)"
  }

  deinit { close(keyboard) }

  /// Starts the program with this terminal as its controlling terminal and its three streams.
  func start(_ program: Program, _ arguments: [String]) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, device, O_RDWR, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
    return try unsafe program.start(arguments, &actions)
  }

  /// Types keys.
  ///
  /// A line ends with `\n`.
  func type(_ keys: String) throws {
    let bytes = Array(keys.utf8)
    let count = unsafe bytes.withUnsafeBytes { unsafe write(keyboard, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw Program.Failure(text: "keys were lost") }
  }

  /// Waits until the screen shows a text after the text that was waited for last.
  func waitFor(_ text: String) throws {
    let isShown = Patience.wait {
      readScreen()
      guard let found = screen.dropFirst(seen).firstRange(of: text) else { return false }
      seen = screen.distance(from: screen.startIndex, to: found.upperBound)
      return true
    }
    guard !isShown else { return }
    throw Program.Failure(text: "the screen never shows \(text), but: \(screen)")
  }

  /// Reads until the program has ended, since a full terminal would stop it.
  ///
  /// - Returns: the program's exit status, as `Program.wait` gives it.
  func readToEnd(of process: pid_t) throws -> Int32 {
    // The kernel reports the end only after the last byte.
    _ = Patience.wait {
      while readScreen() {}
      return hasEnded
    }
    return try Program.wait(for: process)
  }

  /// True if typed keys would be shown.
  var echoes: Bool {
    var settings = termios()
    unsafe tcgetattr(keyboard, &settings)
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// - Returns: true if there was something to read.
  @discardableResult
  private func readScreen() -> Bool {
    var entry = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&entry, 1, 0) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe read(keyboard, $0.baseAddress, $0.count)
    }
    hasEnded = count <= 0
    guard count > 0 else { return false }
    screen += String(decoding: buffer[..<count], as: UTF8.self)
    return true
  }
}
