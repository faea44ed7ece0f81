// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// What a server answers to one command.
package struct AssuanReply {
  /// How a server ends its answer.
  package enum Result: Hashable {
    case done
    /// The number of `ERR`: source in the top byte, code in the low half.
    case refused(UInt32)
  }

  package let result: Result
  /// The data lines joined; nil where there were none.
  package let data: SecretBytes?
  /// The words of `S` lines.
  package let statuses: [String]
}
