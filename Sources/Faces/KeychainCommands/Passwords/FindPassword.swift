// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// The commands `find-generic-password` and `find-internet-password`, which print a password item
/// (Specification/security-cli.md, "find-generic-password / find-internet-password", "Password
/// output").
struct FindPassword {
  private let attributes: PasswordAttributes
  private let invocation: Invocation
  private let options: OptionReader
  private let given: AttributeSet

  static func run(_ attributes: PasswordAttributes, _ invocation: Invocation) throws(Stop)
    -> Int32
  {
    let options = try invocation.options()
    let given = try attributes.read(options, on: invocation.terminal)
    let command = FindPassword(
      attributes: attributes, invocation: invocation, options: options, given: given)
    return try command.run()
  }

  /// The first item that was found, with its printed attributes and its secret.
  private struct Found {
    let lines: [UInt8]
    let secret: SecretBytes?
  }

  private var isBare: Bool { options.contains(.letter("w")) }
  private var wantsSecret: Bool { isBare || options.contains(.letter("g")) }

  private func run() throws(Stop) -> Int32 {
    let keychains = try invocation.searched(options.operands)
    let watch = invocation.watch(
      .copyMatching, attributes.itemClass, given, in: keychains, wantsSecret: wantsSecret)
    do throws(KeychainError) {
      let found: Found = try FirstHit.of(keychains, invocation) {
        (member) throws(KeychainError) in try self.found(in: member)
      }
      show(found)
      watch?.end(nil)
      return 0
    } catch {
      watch?.end(error)
      return PasswordSearch.report(error, in: invocation)
    }
  }

  private func found(in member: Keychains.Member) throws(KeychainError) -> Found? {
    switch member {
    case .authorities: return nil
    case .store:
      let search = PasswordSearch(attributes: attributes, group: PasswordSearch.group(options))
      let match = try search.first(
        given, returns: wantsSecret ? .attributesAndSecret : .attributes, in: invocation.store)
      let path = try invocation.store.place().path
      return Found(
        lines: isBare ? [] : ItemPrinter.render(match, keychain: path), secret: match.secret)
    case .file(let keychain):
      let item = try FilePasswords(attributes).first(given, in: keychain)
      guard let item else { return nil }
      let secret = try wantsSecret ? item.secret() : nil
      return Found(lines: isBare ? [] : try FileItemPrinter.render(item), secret: secret)
    }
  }

  private func show(_ found: Found) {
    let terminal = invocation.terminal
    if isBare {
      terminal.write(ItemPrinter.bareSecret(found.secret), to: .output)
      return
    }
    terminal.output(found.lines)
    if wantsSecret {
      terminal.write(ItemPrinter.secretLine(found.secret, after: "password: "), to: .error)
    }
  }
}
