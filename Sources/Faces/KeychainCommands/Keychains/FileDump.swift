// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory

/// Prints every item of a keychain file, for `dump-keychain` (Specification/security-cli.md,
/// "Keychain administration").
///
/// The key records that each encrypt one password are left out. With the option `-d`, the secret of
/// a password is printed. For a key or a certificate, this option prints the content of the record,
/// which is encrypted for a private key.
struct FileDump {
  private let options: OptionReader
  private let output: DumpOutput
  private let invocation: Invocation

  /// The tables of a keychain file whose items are printed, by ascending number of the record type.
  private static let order: [Relation] = [
    .publicKeys, .privateKeys, .symmetricKeys, .genericPasswords, .internetPasswords,
    .serverPasswords, .certificates,
  ]

  init(_ options: OptionReader, _ output: DumpOutput, _ invocation: Invocation) {
    (self.options, self.output, self.invocation) = (options, output, invocation)
  }

  /// Prints the items, and returns false if a secret or an access list could not be read.
  func run(_ keychain: Keychain) throws(KeychainError) -> Bool {
    var isWhole = true
    for relation in Self.order {
      for item in try keychain.items(in: relation) {
        output.output(try FileItemPrinter.render(item))
        isWhole = try show(item) && isWhole
      }
    }
    return isWhole
  }

  private func show(_ item: KeychainItem) throws(KeychainError) -> Bool {
    var isWhole = true
    if options.contains(.letter("d")) { isWhole = showContent(of: item) }
    if options.contains(.letter("r")) {
      output.output("raw data:\n")
      output.output(ByteRule.text(try item.content()) + [0x0A])
    }
    guard options.contains(.letter("a")) || options.contains(.letter("i")) else { return isWhole }
    do throws(KeychainError) {
      let access = try item.access()
      if options.contains(.letter("i")), let access { return edit(access, of: item) && isWhole }
      output.output(FileItemPrinter.render(access))
      return isWhole
    } catch {
      _ = Refusal.report(error, of: "SecKeychainItemCopyAccess", in: invocation)
      return false
    }
  }

  /// Prints the secret of a password, or the content of another item.
  ///
  /// - Returns: False if the content cannot be read. Standard error then names the item.
  private func showContent(of item: KeychainItem) -> Bool {
    do throws(KeychainError) {
      let secret = try item.secretOrContent()
      output.output("data:\n")
      output.write(ItemPrinter.secretLine(secret, after: ""))
      return true
    } catch {
      _ = Refusal.report(error, of: "SecKeychainItemCopyContent", in: invocation)
      let label = (try? item.values())?[Relation.printName]?.content ?? []
      invocation.terminal.complain(
        "the secret of \"\(String(decoding: label, as: UTF8.self))\" is left out")
      return false
    }
  }

  /// Prints an access list, and removes the ordinary entries that the user chooses.
  ///
  /// The user is asked about each ordinary entry, and then whether to change the list. An entry is
  /// ordinary if its tag is empty. Entries with a tag (such as the partition list) are kept.
  ///
  /// - Returns: False if the user has agreed to a change, but the list cannot be changed.
  private func edit(_ access: AccessList, of item: KeychainItem) -> Bool {
    var kept = access
    kept.entries = []
    output.output(FileItemPrinter.heading(access))
    for (number, entry) in FileItemPrinter.entries(of: access).enumerated() {
      output.output(FileItemPrinter.render(entry, number))
      // The owner's entry comes last, and cannot be removed.
      guard number < access.entries.count else { continue }
      if entry.tag.isEmpty, agrees("Remove this acl? ") {
        output.output("removing acl\n")
      } else {
        kept.entries.append(entry)
      }
    }
    guard kept.entries.count < access.entries.count, agrees("Update access? ") else {
      return true
    }
    output.output("Updating access\n")
    do throws(KeychainError) {
      try item.set(kept)
      return true
    } catch {
      _ = Refusal.report(error, of: "SecKeychainItemSetAccess", in: invocation)
      return false
    }
  }

  private func agrees(_ question: String) -> Bool {
    invocation.terminal.error(question)
    let answer = invocation.terminal.nextLine(prompt: "")
    return answer?.first == UInt8(ascii: "y") || answer?.first == UInt8(ascii: "Y")
  }
}

extension KeychainItem {
  /// Returns the secret of a password, or the content of the record of another item.
  fileprivate func secretOrContent() throws(KeychainError) -> SecretBytes {
    let passwords = [Relation.genericPasswords, .internetPasswords, .serverPasswords].map(\.id)
    return passwords.contains(relation) ? try secret() : SecretBytes(copying: try content())
  }
}
