// SPDX-License-Identifier: Apache-2.0
internal import KeychainTypes

/// Backups: events that leave the state as it is, and that the engine can refuse.
extension DeviceWorld {
  func backUp(isEncrypted: Bool) throws(ImpossibleEvent) -> DeviceBackup {
    let event = DeviceEvent.backup(isEncrypted: isEncrypted)
    try apply(event, recording: true)
    defer { told(event) }
    let content = try asking { () throws(KeychainError) in
      try keychain.backUp(isEncrypted: isEncrypted)
    }
    return DeviceBackup(
      identity: state.identity, isEncrypted: isEncrypted, content: content, maker: number)
  }

  func restore(_ backup: DeviceBackup) throws(ImpossibleEvent) {
    let isTwin = ![0, number].contains(backup.maker) && backup.identity == state.identity
    guard !isTwin else {
      throw ImpossibleEvent(
        "the backup's device and this one are the same, of one seed; give one of them another seed")
    }
    let event = DeviceEvent.restore(backup)
    try apply(event, recording: true)
    defer { told(event) }
    try asking { () throws(KeychainError) in try keychain.restore(backup) }
  }

  /// What the engine does not do, with its status.
  private func asking<Result>(
    _ body: () throws(KeychainError) -> Result
  ) throws(ImpossibleEvent) -> Result {
    do throws(KeychainError) {
      return try body()
    } catch {
      throw ImpossibleEvent("\(error.reason)", status: error.code.rawValue)
    }
  }
}
