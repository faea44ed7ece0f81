// SPDX-License-Identifier: Apache-2.0
import ExternalFormats
import KeychainTypes
import SecureMemory

/// The command `export`, which writes certificates and keys into a file
/// (Specification/security-cli.md, "The export command").
enum ExportCommand {
  /// The words that the option `-t` of `export` accepts, such as `certs`.
  static let types = ExportSelection.types

  private static let call = "SecKeychainItemExport"

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let format = try ExternalNames.format(options, on: invocation.terminal)
    let selection = try ExportSelection(options)
    let keychains = try invocation.searched(
      options.value(.letter("k")).map { [$0] } ?? [], of: "-k")
    let source = try FilePassphrase(options, of: invocation)
    let items: [ImportedItem]
    do throws(KeychainError) {
      items = try selection.items(
        in: keychains, ObjectSearch(options, invocation), format, invocation)
    } catch {
      return refused(error, invocation)
    }
    // The user is asked for a new password only if the format needs one.
    let password = try format.isUnderPassword ? source.readNew() : nil
    do throws(KeychainError) {
      let file = try ItemExport(password: password, SystemRandomness())
        .write(
          items.map(\.item), named: items.map(\.name), format,
          isArmoured: options.contains(.letter("p")))
      try deliver(file, options, in: invocation)
      return 0
    } catch {
      return refused(error, invocation)
    }
  }

  /// Prints an error of the store, and returns 1 as the exit status.
  ///
  /// `export` has this exit status after every error (Specification/security-cli.md, "Compatibility
  /// checklist").
  private static func refused(_ error: KeychainError, _ invocation: Invocation) -> Int32 {
    _ = Refusal.report(error, of: call, in: invocation)
    return 1
  }

  private static func deliver(
    _ file: SecretBytes, _ options: OptionReader, in invocation: Invocation
  ) throws(KeychainError) {
    guard let path = options.value(.letter("o")) else {
      return invocation.terminal.writeContent(file, to: .output)
    }
    try OutputFile.write(file, to: path, besides: invocation.store.directory)
    guard !invocation.terminal.isQuiet else { return }
    let shown = VisibleText.of(String(decoding: path, as: UTF8.self))
    invocation.terminal.error("...\(file.count) bytes written to \(shown)\n")
  }
}
