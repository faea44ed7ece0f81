// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The arguments of this process as bytes: what is no UTF-8 arrives unchanged.
package enum CommandArguments {
  /// All of them but the program's name.
  package static func taken() -> [[UInt8]] {
    let count = Int(CommandLine.argc)
    let vector = unsafe CommandLine.unsafeArgv
    return (0..<count).dropFirst().map { place in
      guard let argument = unsafe vector[place] else { return [] }
      let bytes = unsafe UnsafeRawBufferPointer(start: argument, count: strlen(argument))
      return unsafe Array(bytes)
    }
  }

  /// Whether the first one is an option, as before a session of commands; no copy is made.
  package static var beginWithOption: Bool {
    guard CommandLine.argc > 1, let first = unsafe CommandLine.unsafeArgv[1] else { return false }
    return unsafe first.pointee == CChar(bitPattern: UInt8(ascii: "-"))
  }
}
