// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The functions of those commands that need no store, such as `version`.
enum GeneralCommands {
  static func version(_ invocation: Invocation) throws(Stop) -> Int32 {
    _ = try invocation.options()
    invocation.terminal.output("security, Latchkey \(Version.text)\n")
    return 0
  }
}
