// SPDX-License-Identifier: Apache-2.0

/// What is said where `-A` or `-T` asks for an access list.
enum AccessListNote {
  static func tell(_ options: OptionReader, on terminal: Terminal) {
    guard options.contains(.letter("A")) || options.contains(.letter("T")) else { return }
    terminal.complain(
      "-A and -T have no effect yet: items have no access lists, every program of this user can"
        + " read them")
  }
}
