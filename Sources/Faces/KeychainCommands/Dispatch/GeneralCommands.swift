// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Commands that need no store.
enum GeneralCommands {
  static func version(_ invocation: Invocation) throws(Stop) -> Int32 {
    _ = try invocation.options()
    invocation.terminal.output("security, Latchkey \(Version.text)\n")
    return 0
  }
}
