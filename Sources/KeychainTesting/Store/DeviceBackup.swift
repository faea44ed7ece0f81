// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A backup of the items of a simulated device, as its real engine made it
/// (spec/secitem.md 14.1).
public struct DeviceBackup: Hashable, Sendable {
  /// The device that it was made of: all comes back there, elsewhere what is of no device only.
  public let identity: UUID
  /// Whether it is wrapped by a passphrase; else by a key of the device, and of no use elsewhere.
  public let isEncrypted: Bool
  /// The bytes of the file.
  let content: [UInt8]
  /// The number of the device's world in this process; 0 out of a journal.
  let maker: UInt64

  package init(identity: UUID, isEncrypted: Bool, content: [UInt8], maker: UInt64 = 0) {
    self.identity = identity
    self.isEncrypted = isEncrypted
    self.content = content
    self.maker = maker
  }
}

/// As words of a journal, which so replays without the device that the backup was made of.
extension DeviceBackup {
  var words: [String] {
    [identity.uuidString, "\(isEncrypted)", Data(content).base64EncodedString()]
  }

  /// Reads what `words` wrote.
  init?(words: [String]) {
    guard words.count == 3, let identity = UUID(uuidString: words[0]),
      let isEncrypted = Bool(words[1]), let content = Data(base64Encoded: words[2])
    else { return nil }
    self.init(identity: identity, isEncrypted: isEncrypted, content: Array(content))
  }
}
