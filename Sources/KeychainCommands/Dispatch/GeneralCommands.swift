// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

/// Commands that need no store.
enum GeneralCommands {
  static func version(_ invocation: Invocation) throws(Stop) -> Int32 {
    guard try invocation.options().operands.isEmpty else { throw .usage() }
    invocation.terminal.output("security, Latchkey \(Version.text)\n")
    return 0
  }

  /// `error CODE…`: always answers 1, as Apple's does (spec/security-cli.md 8).
  static func error(_ invocation: Invocation) throws(Stop) -> Int32 {
    // No options: a code may begin with a hyphen.
    guard !invocation.arguments.isEmpty else { throw .usage() }
    for argument in invocation.arguments {
      let code = leadingNumber(argument)
      let digits = String(UInt32(bitPattern: code), radix: 16, uppercase: true)
      let zeros = String(repeating: "0", count: 8 - digits.count)
      invocation.terminal.output("Error: 0x\(zeros)\(digits) \(code) \(StatusText.message(code))\n")
      // For a person; what scripts read stays as it is on macOS.
      if invocation.terminal.outputIsTerminal, code < 0, StatusText.sentence(for: code) != nil {
        invocation.terminal.error("see: security explain \(code)\n")
      }
    }
    return 1
  }

  /// The number at the start of a text, as strtol reads it with base 0; what follows is ignored.
  static func leadingNumber(_ text: [UInt8]) -> Int32 {
    var rest = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    var base: Int64 = 10
    if rest.first == UInt8(ascii: "0") {
      base = 8
      if let second = rest.dropFirst().first, second | 0x20 == UInt8(ascii: "x") {
        base = 16
        rest = rest.dropFirst(2)
      }
    }
    var value: Int64 = 0
    for byte in rest {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < base else { break }
      value = min(value * base + Int64(digit), Int64(UInt32.max))
    }
    return Int32(truncatingIfNeeded: isNegative ? -value : value)
  }
}
