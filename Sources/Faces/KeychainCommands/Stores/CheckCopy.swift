// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Glibc
import KeychainTypes

/// The command `check --copy DIRECTORY`, which copies the whole store while programs go on using
/// it.
///
/// The keychain files, the lists of keychains and the trust settings of the store's directory come
/// along.
enum CheckCopy {
  /// Copies the store into a directory, checks the copy, and prints the result of the check.
  ///
  /// If the copy would be damaged, no copy is made.
  ///
  /// - Returns: The exit status: 0 if the copy was made, 1 if it would be damaged, or the status of
  ///   an error.
  static func run(_ operand: [UInt8], _ invocation: Invocation) throws(Stop) -> Int32 {
    let terminal = invocation.terminal
    guard let directory = absolute(operand) else {
      terminal.complain("check --copy: the name of the directory is not UTF-8")
      return 1
    }
    do {
      let report = try invocation.store.existingService().copyStore(to: directory)
      guard report.isClean else {
        terminal.output(CheckText.text(report))
        terminal.complain("\(directory): the copy was not made, since it would be damaged")
        return 1
      }
      terminal.output(
        "\(VisibleText.of(directory)): a copy of the store\n\(CheckText.text(report))"
          + "The copy holds the device key: anyone with the copy can read the secrets.\n")
      tellOfKeychains(invocation)
      return 0
    } catch {
      return Refusal.report(error, of: "check --copy", in: invocation)
    }
  }

  /// Says which keychain files came along, and which did not because they are elsewhere.
  private static func tellOfKeychains(_ invocation: Invocation) {
    guard let keychains = try? invocation.placedKeychains() else { return }
    let present = keychains.survey().present
    let along = present.filter { $0.keychain.path.hasPrefix(keychains.places.folder + "/") }
    if !along.isEmpty {
      let verb = along.count == 1 ? "is" : "are"
      invocation.terminal.output(
        "\(KeychainFilesCheck.count(along.count, "keychain file")) \(verb) in the copy, each with "
          + "its own password.\n")
    }
    for entry in present where !along.contains(where: { $0.keychain === entry.keychain }) {
      invocation.terminal.complain(
        "not in the copy, because the file is elsewhere: \(entry.keychain.path)")
    }
  }

  /// Returns the path that the user gave as an absolute path, without slashes at its end.
  ///
  /// Nil if the path is empty or not UTF-8.
  private static func absolute(_ operand: [UInt8]) -> String? {
    guard var path = String(validating: operand, as: UTF8.self), !path.isEmpty else { return nil }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard !path.hasPrefix("/") else { return path }
    guard let buffer = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(buffer) }
    return unsafe String(cString: buffer) + "/" + path
  }
}
