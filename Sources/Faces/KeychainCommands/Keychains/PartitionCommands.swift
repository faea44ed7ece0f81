// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// The commands that replace the partition lists of items in a keychain file.
///
/// A partition list names groups of programs, such as `apple-tool:`, that may use an item.
///
/// The commands are `set-key-partition-list`, `set-generic-password-partition-list` and
/// `set-internet-password-partition-list` (Specification/security-cli.md, "Keys and partition
/// lists").
struct PartitionCommands {
  private let invocation: Invocation
  private let options: OptionReader
  private let partitions: PartitionList

  static func keys(_ invocation: Invocation) throws(Stop) -> Int32 {
    let command = try PartitionCommands(invocation)
    let filter = try KeyFilter(command.options, on: invocation.terminal)
    return try command.run { (keychain) throws(KeychainError) in
      try filter.items(in: keychain)
    }
  }

  static func passwords(
    _ attributes: PasswordAttributes, _ invocation: Invocation
  ) throws(Stop) -> Int32 {
    let command = try PartitionCommands(invocation)
    let given = try attributes.read(command.options, on: invocation.terminal)
    return try command.run { (keychain) throws(KeychainError) in
      try FilePasswords(attributes).all(given, in: keychain)
    }
  }

  private init(_ invocation: Invocation) throws(Stop) {
    self.invocation = invocation
    options = try invocation.options()
    guard let list = options.value(.letter("S")) else {
      throw .usage(message: "-S with the partitions is missing")
    }
    let identifiers = String(decoding: list, as: UTF8.self).split(separator: ",")
    partitions = PartitionList(identifiers.map(String.init))
  }

  private func run(
    _ items: (Keychain) throws(KeychainError) -> [KeychainItem]
  ) throws(Stop) -> Int32 {
    let named = try invocation.single(options.operands, for: "SecKeychainUnlock")
    // The user is not asked for the password of a file that cannot be read.
    do throws(KeychainError) { _ = try named.member.file?.database() } catch {
      _ = Refusal.report(error, of: "SecKeychainUnlock", in: invocation)
      return 1
    }
    let password = try password(named)
    switch named.member {
    case .store:
      // Items of the store have access groups in place of partitions, so nothing is changed.
      return 0
    case .authorities(let path):
      _ = Refusal.report(
        .authorities(path), of: "SecKeychainItemSetAccessWithPassword", in: invocation)
      return 1
    case .file(let keychain):
      var call = "SecKeychainUnlock"
      do throws(KeychainError) {
        try keychain.unlock(password)
        call = "SecItemCopyMatching"
        let found = try items(keychain)
        guard !found.isEmpty else { throw KeychainError(.itemNotFound, "nothing matches") }
        call = "SecKeychainItemSetAccessWithPassword"
        for item in found { try set(item, password) }
        return 0
      } catch {
        // The error of a wrong password has no path, by which it would be recorded.
        if error.pathOfFile == nil { invocation.watch(call, on: keychain)?.end(error) }
        _ = Refusal.report(error, of: call, in: invocation)
        return 1
      }
    }
  }

  private func password(_ keychain: NamedKeychain) throws(Stop) -> SecretBytes {
    if let value = options.value(.letter("k")) { return SecretBytes(copying: value) }
    let name = keychain.name ?? "default"
    return try KeychainPassword.ask(
      "password to unlock \(name): ", for: "SecKeychainUnlock", option: "-k", invocation)
  }

  /// Prints an item, and replaces its partition list if it has one.
  ///
  /// - Parameter password: The password of the keychain, which permits the change.
  private func set(_ item: KeychainItem, _ password: SecretBytes) throws(KeychainError) {
    invocation.terminal.output(try FileItemPrinter.render(item))
    guard var access = try item.access(), access.hasPartitions else { return }
    access.partitions = partitions
    try item.set(access, password: password)
  }
}
