// SPDX-License-Identifier: Apache-2.0
import ExternalFormats
import KeychainTypes
import SecureMemory

/// The file of the option `-e`: an enveloped message whose content key encrypts other messages too.
struct MessageEnvelope {
  private let command: MessageCommand
  private let keyring: MessageKeyring

  init(_ command: MessageCommand, _ keyring: MessageKeyring) {
    self.command = command
    self.keyring = keyring
  }

  /// Returns the content key of the envelope; nil if the option `-e` is not given.
  func contentKeyIfNamed() throws(Stop) -> SecretBytes? {
    guard let path = command.options.value(.letter("e")) else { return nil }
    let envelope = try command.file(path)
    do throws(KeychainError) {
      let keys = ReceivedMessage.Keys { (reference) throws(KeychainError) in
        try keyring.identity(named: reference)
      }
      guard let key = try ReceivedMessage(envelope, keys).contentKey else {
        throw .parameter("the file of -e is no envelope")
      }
      return key
    } catch {
      throw .status(command.refused(error, "problem decoding envelope"))
    }
  }
}
