// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience

/// A terminal without a screen: the prompt is at one end, the test at the other.
final class PseudoTerminal: @unchecked Sendable {
  struct Failure: Error {
    let text: String
  }

  /// Request numbers of ioctl(2), which the headers define only as macros.
  private static let unlock: UInt = 0x4004_5431
  private static let number: UInt = 0x8004_5430

  private let keyboard: Int32
  /// A descriptor that is held open, because a terminal that no process has open hangs up.
  private let held: Int32
  let path: String
  private(set) var screen = ""
  private var seen = 0

  init() throws {
    keyboard = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var zero: Int32 = 0
    var place: UInt32 = 0
    guard keyboard >= 0, unsafe ioctl(keyboard, Self.unlock, &zero) == 0,
      unsafe ioctl(keyboard, Self.number, &place) == 0
    else { throw Failure(text: "no pseudo terminal") }
    path = "/dev/pts/\(place)"
    held = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(keyboard, UInt(TIOCSWINSZ), &size)
  }

  deinit {
    close(held)
    close(keyboard)
  }

  /// Types keys.
  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(keyboard, $0.baseAddress, $0.count) }
  }

  /// Types keys with a pause before each, for programs that discard early input.
  func press(_ keys: [String]) {
    for key in keys {
      // No event tells when a program begins to listen.
      Patience.pause(.milliseconds(300))
      type(key)
    }
  }

  /// Waits until the screen shows a text after the text that was waited for last.
  func waitFor(_ text: String) throws {
    let isShown = Patience.wait {
      readScreen()
      guard let found = screen.dropFirst(seen).firstRange(of: text) else { return false }
      seen = screen.distance(from: screen.startIndex, to: found.upperBound)
      return true
    }
    guard isShown else { throw Failure(text: "the screen never shows \(text), but: \(screen)") }
  }

  /// True if typed keys would be shown.
  var echoes: Bool { settings[3] & ECHO != 0 }

  /// The terminal's settings: input, output, control and local flags.
  var settings: [Int32] {
    var settings = termios()
    unsafe tcgetattr(held, &settings)
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag].map {
      Int32(bitPattern: $0)
    }
  }

  private func readScreen() {
    var entry = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&entry, 1, 0) > 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe read(keyboard, $0.baseAddress, $0.count)
    }
    if count > 0 { screen += String(decoding: buffer[..<count], as: UTF8.self) }
  }
}
