// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The `security` command that updates an item in place of a refused add, for a caller in a shell.
///
/// Specification/diagnostics.md, "-25299: show the item and print the update".
package enum UpdateCommand {
  /// Returns the lines of the `security` command that updates the existing item.
  ///
  /// Nil if the `security` command has no option for a part of the change, if its options select
  /// other items too, or if the item is not a password.
  static func lines(
    _ collision: CollisionFact, _ facts: CallFacts, _ wording: Wording
  ) -> [String]? {
    let occupant = collision.occupant
    let command: String
    switch occupant.itemClass {
    case .genericPassword: command = "add-generic-password"
    case .internetPassword: command = "add-internet-password"
    case .certificate, .key, .identity: return nil
    }
    guard !collision.isShared else { return nil }
    var words = ["security \(command) -U"]
    for (attribute, value) in selection(of: occupant) {
      guard let word = option(attribute, value, wording) else { return nil }
      words.append(word)
    }
    for given in CollisionComparison(collision, facts).different {
      guard let word = option(given.attribute, given.value, wording) else { return nil }
      words.append(word)
    }
    guard facts.item?.accessControl == nil else { return nil }
    if facts.pairs.contains(where: { $0.key == "v_Data" }) { words.append("-w") }
    return broken(words)
  }

  /// Returns the attributes whose options select an item, with their values.
  ///
  /// The commands need an account, and a service or server, also if they are empty. An option is
  /// left out for another attribute without a value.
  static func selection(of item: ItemFact) -> [(attribute: Attribute, value: AttributeValue)] {
    Wording.ownKey(of: item.itemClass).compactMap { attribute in
      let isNeeded = [.service, .server, .account].contains(attribute)
      guard let value = item.attributes[attribute], isNeeded || !value.isEmpty else { return nil }
      return (attribute, value)
    }
  }

  /// The option of `security add-generic-password` or `add-internet-password` for each attribute
  /// that these commands take as text or a number.
  package static let letters: [Attribute: String] = [
    .account: "-a", .service: "-s", .server: "-s", .securityDomain: "-d", .path: "-p", .port: "-P",
    .protocolCode: "-r", .authenticationType: "-t", .label: "-l", .itemDescription: "-D",
    .comment: "-j",
  ]

  private static func option(
    _ attribute: Attribute, _ value: AttributeValue, _ wording: Wording
  ) -> String? {
    guard let letter = letters[attribute] else { return nil }
    let isTold = wording.showsValues && !Wording.withheld.contains(attribute)
    switch value {
    case .text(let text) where isTold || text.isEmpty: return "\(letter) \(Wording.shellWord(text))"
    case .number(let number) where isTold: return "\(letter) \(number)"
    case .text, .number: return "\(letter) \(UpdateProgram.placeholder(attribute).uppercased())"
    case .bytes, .real, .date: return nil
    }
  }

  /// Joins the words of a command into lines that a shell reads as one command.
  ///
  /// Each line except the last line ends with a backslash.
  static func broken(_ words: [String]) -> [String] {
    var lines = [""]
    for word in words {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = word
      } else if ColumnWidth.of(last + " " + word) > 58 {
        lines[lines.count - 1] = last + " \\"
        lines.append("  " + word)
      } else {
        lines[lines.count - 1] = last + " " + word
      }
    }
    return lines
  }
}
