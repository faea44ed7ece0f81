// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// What a server answers to one command.
struct AssuanReply {
  /// How a server ends its answer.
  enum Result: Hashable {
    case done
    /// The number of `ERR`: source in the top byte, code in the low half.
    case refused(UInt32)
  }

  let result: Result
  /// The data lines joined; nil where there were none.
  let data: SecretBytes?
  /// The words of `S` lines.
  let statuses: [String]
}
