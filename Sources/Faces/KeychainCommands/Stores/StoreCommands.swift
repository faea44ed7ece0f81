// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The command `show-keychain-info`, by which scripts test whether the keychain can be used.
enum StoreCommands {
  /// Runs `show-keychain-info`: prints a line about the keychain on standard error if the keychain
  /// can be used.
  ///
  /// If the store is locked, the command fails (Specification/security-cli.md, "Keychain
  /// administration"). Without an operand, the line names the embedded store. The time-out in the
  /// line is the number of seconds until the store locks itself.
  static func show(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    try KeychainOperands.check(options.operands, invocation)
    let operand = options.operands.first.map { String(decoding: $0, as: UTF8.self) }
    do throws(KeychainError) {
      let path = try invocation.store.place().path
      // Scripts ask this to learn whether the keychain can be used, so an existing store is opened.
      let status = try invocation.store.serviceIfMade()?.lockStatus()
      guard status.map({ $0.state == .unlocked }) ?? true else {
        throw KeychainError(.interactionNotAllowed, "")
      }
      let end = status?.secondsToLock.map { "timeout=\($0)s" } ?? "no-timeout"
      invocation.terminal.error("Keychain \"\(VisibleText.of(operand ?? path))\" \(end)\n")
      return 0
    } catch {
      return Refusal.report(
        error, of: "SecKeychainCopySettings \(operand ?? "<NULL>")", in: invocation)
    }
  }
}
