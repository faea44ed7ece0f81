// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// The arguments of this process as `main` was given them.
///
/// Swift's `CommandLine` looks for them with the help of /proc: where that is not mounted, a
/// program has no arguments, or ends at once.
package enum ProgramArguments {
  /// All but the program's name, as bytes: what is no UTF-8 arrives unchanged.
  package static var bytes: [[UInt8]] {
    var arguments: [[UInt8]] = []
    while let next = argument(at: arguments.count + 1) { arguments.append(next) }
    return arguments
  }

  /// All arguments but the program's name, as text.
  package static var texts: [String] { bytes.map { String(decoding: $0, as: UTF8.self) } }

  /// What the program was called as; nil where its caller gave it no name.
  package static var programName: String? {
    argument(at: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the first argument is an option, as before a session of commands; makes no copy.
  package static var beginWithOption: Bool {
    guard let first = unsafe latchkey_argument(1) else { return false }
    return unsafe first.pointee == CChar(bitPattern: UInt8(ascii: "-"))
  }

  private static func argument(at place: Int) -> [UInt8]? {
    guard let argument = unsafe latchkey_argument(Int32(place)) else { return nil }
    let bytes = unsafe UnsafeRawBufferPointer(start: argument, count: strlen(argument))
    return unsafe Array(bytes)
  }
}
