// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining

/// Options that say opposite things: which of them is meant is not guessed.
enum Contradiction {
  /// - Throws: the usage, where more than one of the options is given.
  static func refuse(_ names: [String], _ options: OptionReader) throws(Stop) {
    let given = names.filter { options.contains(.long($0)) }.map { "--" + $0 }
    guard given.count > 1 else { return }
    throw .usage(message: "\(given.joined(separator: " and ")) contradict each other")
  }

  /// - Throws: the usage, where JSON is asked for that there is none of.
  static func refuseJSON(of name: String, _ options: OptionReader) throws(Stop) {
    guard options.contains(.long(name)), options.contains(.long("json")) else { return }
    throw .usage(message: "--\(name) has no JSON")
  }

  /// - Throws: the usage, where something is given beside what is asked for that has no part in it.
  static func refuseSurplus(
    beside asked: String, but allowed: Set<String>, operands: [[UInt8]], _ options: OptionReader
  ) throws(Stop) {
    for option in options.options {
      switch option.name {
      case .long(let name) where allowed.contains(name): continue
      case .long(let name): throw .usage(message: "--\(name) has no part in \(asked)")
      case .letter(let letter): throw .usage(message: "-\(letter) has no part in \(asked)")
      }
    }
    // The word itself is not repeated: it may be a password in the wrong place.
    guard operands.isEmpty else { throw .usage(message: "a further word has no part in \(asked)") }
  }

  /// States of one thing that cannot hold at once.
  static func refuse(_ assumptions: [CallFacts.Assumption]) throws(Stop) {
    let states: [CallFacts.Assumption] = [.unlocked, .locked, .beforeFirstUnlock]
    let given = states.filter { assumptions.contains($0) }.map { "--if " + $0.rawValue }
    guard given.count > 1 else { return }
    throw .usage(message: "\(given.joined(separator: " and ")) contradict each other")
  }
}
