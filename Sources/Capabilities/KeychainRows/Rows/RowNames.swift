// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// The identifiers of a row: its row number, its write number, and two random identifiers.
package struct RowNames: Hashable, Sendable {
  /// The row number, or 0 if the row is new and has no number yet.
  package var number: Int64 = 0
  package var uuid: Identifier16
  package var persistentIdentifier: Identifier16
  package var write: Int64

  package init(
    number: Int64 = 0, uuid: Identifier16, persistentIdentifier: Identifier16, write: Int64
  ) {
    self.number = number
    self.uuid = uuid
    self.persistentIdentifier = persistentIdentifier
    self.write = write
  }
}

extension RowNames {
  /// Returns the identifiers of a new row: the given write number, a random UUID and a random
  /// persistent identifier.
  package static func fresh(
    write: Int64, from randomness: any RandomnessSource
  ) throws(KeychainError) -> RowNames {
    let drawn = try drawn(from: randomness)
    return RowNames(uuid: drawn.0, persistentIdentifier: drawn.1, write: write)
  }

  /// Returns a new UUID and a new persistent identifier, both random.
  package static func drawn(
    from randomness: any RandomnessSource
  ) throws(KeychainError) -> (Identifier16, Identifier16) {
    do {
      let bytes = try randomness.bytes(count: 32)
      let halves = (bytes.span.extracting(..<16), bytes.span.extracting(16...))
      return (Identifier16(halves.0) ?? .zero, Identifier16(halves.1) ?? .zero)
    } catch {
      throw KeychainError(.internalError, "the system gives no random bytes")
    }
  }
}
