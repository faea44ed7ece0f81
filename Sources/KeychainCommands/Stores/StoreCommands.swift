// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

/// show-keychain-info.
enum StoreCommands {
  /// Says on standard error what scripts look for when they ask whether a keychain is usable.
  ///
  /// spec/security-cli.md 3. Without an operand the embedded store is named.
  static func show(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    guard options.operands.count <= 1 else { throw .usage() }
    try KeychainOperands.check(options.operands, invocation)
    let operand = options.operands.first.map { String(decoding: $0, as: UTF8.self) }
    do {
      let path = try invocation.store.place().path
      // Scripts ask this to learn whether the keychain can be used, so it is opened where it is.
      _ = try invocation.store.serviceIfMade()
      // No lock state yet, so neither a lock on sleep nor a time-out.
      invocation.terminal.error("Keychain \"\(VisibleText.of(operand ?? path))\" no-timeout\n")
      return 0
    } catch {
      return Refusal.report(
        error, of: "SecKeychainCopySettings \(operand ?? "<NULL>")", in: invocation)
    }
  }
}
