// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import KeychainTypes

extension Connection {
  /// What a connection last read of the generations of keys, and the state of the store then.
  struct SeenEpochs {
    let version: UInt32
    let epochs: KeyEpochs
  }

  /// Refuses an answer that was asked for with the digests of other generations of keys.
  ///
  /// To be called after the statement, so that it judges the state that the statement saw: the
  /// generations only rise, hence equal ones now were equal then.
  func confirm(_ expected: KeyEpochs?) throws(StorageError) {
    guard let expected else { return }
    guard try keyEpochs() == expected else { throw .rekeyed }
  }

  /// The generations of keys, read again only when the store has changed since.
  func keyEpochs() throws(StorageError) -> KeyEpochs {
    // Taken first: a change that comes in between makes the next call read once more.
    let version = dataVersion
    if let seen = seenEpochs, seen.version == version { return seen.epochs }
    let epochs = try StoreCounters.readEpochs(self)
    seenEpochs = SeenEpochs(version: version, epochs: epochs)
    return epochs
  }

  /// A number that changes with the state that the last transaction of this connection saw; costs
  /// no file access.
  private var dataVersion: UInt32 {
    var version: UInt32 = 0
    unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }
}
