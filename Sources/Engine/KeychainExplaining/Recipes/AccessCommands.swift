// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The `security` commands that let a program use an item of a keychain file (K609).
///
/// The commands name exactly one item. A password is deleted only if a new item can equal it.
struct AccessCommands {
  private let item: ClosedItem
  private let gate: KeychainTrail.Gate
  /// The keychain as a word of a command.
  private let keychain: String
  private let wording: Wording

  init(_ item: ClosedItem, _ gate: KeychainTrail.Gate, in keychain: String, _ wording: Wording) {
    (self.item, self.gate, self.keychain, self.wording) = (item, gate, keychain, wording)
  }

  /// The lines of the command that adds the program's partition; nil if no options name the item
  /// alone.
  var partition: [String]? {
    guard item.isAlone else { return nil }
    let missing = gate.partitions.contains(gate.partition) ? [] : [gate.partition]
    return partition(gate.partitions + missing)
  }

  private func partition(_ list: [String]) -> [String] {
    let kind =
      switch item.itemClass {
      case .internetPassword: "internet-password"
      case .genericPassword: "generic-password"
      case .key, .certificate, .identity: "key"
      }
    let word = Wording.shellWord(list.joined(separator: ","))
    return UpdateCommand.broken(
      ["security set-\(kind)-partition-list -S \(word)"] + item.name.map(option) + [keychain])
  }

  /// The lines of the commands that delete a password and add it again for one more program.
  ///
  /// Nil if the commands could take another item, or if the new item would lack a part of this one.
  ///
  /// - Parameter program: the path of the program as a word of a command, or a placeholder.
  func again(for program: String) -> [String]? {
    guard obstacle == nil, let kind = item.itemClass.passwordKind else { return nil }
    let name = item.name.map(option)
    let trusted = item.programs.map { Wording.shellWord($0) }
    let programs = trusted + (trusted.contains(program) ? [] : [program])
    var lines = UpdateCommand.broken(["security delete-\(kind)-password"] + name + [keychain])
    var words = ["security add-\(kind)-password"] + name + item.others.map(option)
    words += programs.map { "-T \($0)" }
    lines += UpdateCommand.broken(words + ["--password-fd 3", keychain, "3< FILE"])
    // A new item has the partition of `security` alone.
    let partitions = gate.partitions + [gate.partition].filter { !gate.partitions.contains($0) }
    guard !gate.partitions.isEmpty, partitions != [Self.ownPartition] else { return lines }
    return lines + partition(partitions)
  }

  /// The partition of `security` itself.
  private static let ownPartition = "apple-tool:"

  /// The reason why no commands are printed that delete the item and add it again; nil if they are.
  var obstacle: FindingText? {
    guard item.isAlone else { return .fileAclRefuses.notAlone }
    switch item.lack {
    case .attribute(let name)?: return .fileAclRefuses.noOption(attribute: Wording.visible(name))
    case .accessList?: return .fileAclRefuses.noListOptions
    case .program(let path)?: return .fileAclRefuses.programMissing(path: Wording.visible(path))
    case nil: return nil
    }
  }

  /// The words in capitals that stand for hidden values in the options that name the item.
  var namePlaceholders: [String] { item.name.compactMap(placeholder) }

  /// The words in capitals that stand for hidden values in the commands that make a new item.
  var placeholders: [String] { (item.name + item.others).compactMap(placeholder) }

  private func option(_ argument: ClosedItem.Argument) -> String {
    let word = placeholder(argument) ?? Wording.shellWord(argument.value)
    return "\(Self.letter(of: argument.attribute)) \(word)"
  }

  /// Returns the word that stands for a value; nil if the report shows the value.
  ///
  /// The hash of a public key is no secret and names no person.
  private func placeholder(_ argument: ClosedItem.Argument) -> String? {
    guard item.itemClass.passwordKind != nil else { return nil }
    let isShown = wording.showsValues && !Wording.withheld.contains(argument.attribute)
    guard !isShown, !argument.value.isEmpty else { return nil }
    switch argument.attribute {
    case .comment: return "COMMENT"
    case .generic: return "GENERIC"
    default: return UpdateProgram.placeholder(argument.attribute).uppercased()
    }
  }

  private static func letter(of attribute: Attribute) -> String {
    switch attribute {
    case .creator: "-c"
    case .type: "-C"
    case .generic: "-G"
    case .applicationLabel: "-a"
    case .keyClass: "-t"
    default: UpdateCommand.letters[attribute] ?? ""
    }
  }
}

extension ItemClass {
  /// The kind of a password in the names of commands; nil for another class.
  fileprivate var passwordKind: String? {
    switch self {
    case .genericPassword: "generic"
    case .internetPassword: "internet"
    case .certificate, .key, .identity: nil
    }
  }
}
