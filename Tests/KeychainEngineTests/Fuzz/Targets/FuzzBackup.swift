// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainCrypto
import KeychainRows
import KeychainTypes
import SecureMemory

/// Reads the file of a backup: the bytes as given, with corrected size and checksum in the head,
/// and the content of an item.
///
/// No passphrase is tried, because the input itself determines the cost of each try.
enum FuzzBackup {
  private static let header = 96

  static func run(_ bytes: [UInt8]) {
    var input = FuzzBytes(bytes)
    let mode = input.byte()
    let content = Array(input.rest)
    switch mode % 3 {
    case 0: _ = try? SealedBackup(decoding: content)
    case 1: read(content)
    default: item(content)
    }
  }

  private static func read(_ content: [UInt8]) {
    guard content.count > header else { return }
    var head = content
    head.replaceSubrange(..<8, with: Array("LATCHKBU".utf8))
    let size = UInt64(content.count + 16 + 32)
    head.replaceSubrange(88..<96, with: Canonical.littleEndian(size))
    guard let sum = try? Hash.sha256(head.span) else { return }
    let file = head + sum.bytes.prefix(16) + [UInt8](repeating: 0, count: 32)
    guard let backup = try? SealedBackup(decoding: file) else { return }
    precondition(!backup.needsPassphrase || file[10] == 1, "the head says what opens it")
  }

  private static func item(_ content: [UInt8]) {
    guard let version = ItemVersion(decoding: SecretBytes(copying: content)) else { return }
    let written = version.encode()
    guard let again = ItemVersion(decoding: written) else {
      preconditionFailure("a version that was read is one when it is written")
    }
    precondition(again.encode() == written, "what was written once is written so again")
  }
}
