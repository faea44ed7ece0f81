// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining

/// Refuses command lines whose options contradict each other.
enum Contradiction {
  /// Throws `Stop.usage` if the user gave more than one of the options in `names`.
  static func refuse(_ names: [String], _ options: OptionReader) throws(Stop) {
    let given = names.filter { options.contains(.long($0)) }.map { "--" + $0 }
    guard given.count > 1 else { return }
    throw .usage(message: "\(given.joined(separator: " and ")) contradict each other")
  }

  /// Throws `Stop.usage` if the user gave both `--json` and the option `name`, which has no JSON
  /// output.
  static func refuseJSON(of name: String, _ options: OptionReader) throws(Stop) {
    guard options.contains(.long(name)), options.contains(.long("json")) else { return }
    throw .usage(message: "--\(name) has no JSON form")
  }

  /// Throws `Stop.usage` if the user gave an option or operand that has no effect beside the option
  /// `asked`.
  ///
  /// - Parameter allowed: The names of the options that have an effect together with `asked`.
  static func refuseSurplus(
    beside asked: String, but allowed: Set<String>, operands: [[UInt8]], _ options: OptionReader
  ) throws(Stop) {
    for option in options.options {
      switch option.name {
      case .long(let name) where allowed.contains(name): continue
      case .long(let name): throw .usage(message: "--\(name) does not apply to \(asked)")
      case .letter(let letter): throw .usage(message: "-\(letter) does not apply to \(asked)")
      }
    }
    // The word itself is not repeated: it may be a password in the wrong place.
    guard operands.isEmpty else {
      throw .usage(message: "a further word does not apply to \(asked)")
    }
  }

  /// Throws `Stop.usage` if the user gave `--if` with two states of the lock, such as locked and
  /// unlocked.
  static func refuse(_ assumptions: [CallFacts.Assumption]) throws(Stop) {
    let states: [CallFacts.Assumption] = [.unlocked, .locked, .beforeFirstUnlock]
    let given = states.filter { assumptions.contains($0) }.map { "--if " + $0.rawValue }
    guard given.count > 1 else { return }
    throw .usage(message: "\(given.joined(separator: " and ")) contradict each other")
  }
}
