// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// show-keychain-info.
enum StoreCommands {
  /// Says on standard error what scripts look for when they ask whether a keychain is usable: a
  /// locked store is a refusal (spec/security-cli.md 3).
  ///
  /// Without an operand the embedded store is named. The time-out is the time left until the store
  /// locks itself.
  static func show(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    try KeychainOperands.check(options.operands, invocation)
    let operand = options.operands.first.map { String(decoding: $0, as: UTF8.self) }
    do throws(KeychainError) {
      let path = try invocation.store.place().path
      // Scripts ask this to learn whether the keychain can be used, so it is opened where it is.
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
