// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes

/// `check --copy DIRECTORY`: a copy of the whole store while programs go on using it.
enum CopyCommand {
  /// Makes the copy; says what was checked and what the copy holds.
  static func run(_ operand: [UInt8], _ invocation: Invocation) throws(Stop) -> Int32 {
    let terminal = invocation.terminal
    guard let directory = absolute(operand) else {
      terminal.complain("check --copy: the name of the directory is no text in UTF-8")
      return 1
    }
    do {
      let report = try invocation.store.existingService().copyStore(to: directory)
      guard report.isClean else {
        terminal.output(CheckText.text(report))
        terminal.complain("\(directory): not made, since the copy would not be sound")
        return 1
      }
      terminal.output(
        "\(VisibleText.of(directory)): a copy of the store\n\(CheckText.text(report))"
          + "The copy holds the device key: whoever has the copy has the secrets.\n")
      return 0
    } catch {
      return Refusal.report(error, of: "check --copy", in: invocation)
    }
  }

  /// The operand as an absolute path without slashes at its end; nil for bytes that are no UTF-8.
  private static func absolute(_ operand: [UInt8]) -> String? {
    guard var path = String(validating: operand, as: UTF8.self), !path.isEmpty else { return nil }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard !path.hasPrefix("/") else { return path }
    guard let buffer = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(buffer) }
    return unsafe String(cString: buffer) + "/" + path
  }
}
