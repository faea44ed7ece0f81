// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The command `error STATUS…`, which explains statuses that are given by number, name or exit
/// status.
///
/// The exit status is always 1, as in Apple's `security` (Specification/security-cli.md, "Trust,
/// verification, CMS, misc").
enum ErrorCommand {
  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    // The arguments are not read as options: a status may begin with a hyphen.
    guard !invocation.arguments.isEmpty else { throw .usage(message: "the status is missing") }
    let terminal = invocation.terminal
    var before = ""
    for (place, argument) in invocation.arguments.enumerated() {
      let word = String(decoding: argument, as: UTF8.self)
      let text = before + word
      before = ""
      let meanings = StatusWord.meanings(of: text)
      if !meanings.isEmpty {
        tell(meanings, terminal)
      } else if StatusWord.isBeginning(text), place + 1 < invocation.arguments.count {
        before = text + " "
      } else if startsWithNumber(argument) {
        tell(StatusWord.leadingNumber(argument), terminal)
      } else {
        // The word itself is not repeated: it may be a password in the wrong place.
        let name = Suggestion.of(word, among: StatusNames.all).map { ": is \($0) meant?" } ?? ""
        terminal.complain(
          "error: argument \(place + 1) is neither a number nor the name of a status" + name)
      }
    }
    return 1
  }

  private static func tell(_ meanings: [StatusWord.Meaning], _ terminal: Terminal) {
    // A number without a sign may be a status, or the exit status of a process.
    var statuses: [Int32] = []
    for meaning in meanings {
      switch meaning {
      case .status(let status): statuses.append(status)
      case .exit(let low): statuses += StatusWord.statuses(endingWith: low)
      }
    }
    if case .exit(let low)? = meanings.first {
      if statuses.isEmpty { return tell(Int32(low), terminal) }
      if terminal.outputIsTerminal { terminal.error("exit status \(low) may be:\n") }
    }
    for status in statuses { tell(status, terminal) }
  }

  private static func tell(_ status: Int32, _ terminal: Terminal) {
    let digits = String(UInt32(bitPattern: status), radix: 16, uppercase: true)
    let zeros = String(repeating: "0", count: 8 - digits.count)
    terminal.output("Error: 0x\(zeros)\(digits) \(status) \(StatusText.message(status))\n")
    // Only a user at a terminal sees this line: the lines for scripts stay as they are on macOS.
    if terminal.outputIsTerminal, status < 0, StatusText.sentence(for: status) != nil {
      terminal.error("see: security explain \(status)\n")
    }
  }

  /// True if the C function `strtol` would read a decimal number at the start of the text.
  private static func startsWithNumber(_ text: [UInt8]) -> Bool {
    var rest = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    if let sign = rest.first, [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(sign) {
      rest = rest.dropFirst()
    }
    return rest.first.map { (0x30...0x39).contains($0) } ?? false
  }
}
