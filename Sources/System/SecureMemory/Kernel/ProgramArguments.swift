// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// The arguments of this process, as `main` received them.
///
/// This type replaces Swift's `CommandLine`, which reads the arguments from /proc. If /proc is not
/// mounted, a program that uses `CommandLine` has no arguments, or ends at once.
package enum ProgramArguments {
  /// All arguments except the program's name, as bytes.
  ///
  /// Bytes that are not UTF-8 stay unchanged.
  package static var bytes: [[UInt8]] {
    var arguments: [[UInt8]] = []
    while let next = argument(at: arguments.count + 1) { arguments.append(next) }
    return arguments
  }

  /// All arguments except the program's name, as text.
  package static var texts: [String] { bytes.map { String(decoding: $0, as: UTF8.self) } }

  /// The name by which the program was started.
  ///
  /// Nil if the process that started the program gave no name.
  package static var programName: String? {
    argument(at: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// True if the first argument is an option, not the name of a command.
  ///
  /// The arguments are not copied.
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
