// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// What names a row in its store and in the world.
package struct RowNames: Hashable, Sendable {
  /// Row number; 0 for a new row.
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
  /// The names of a new row with this write number.
  package static func fresh(
    write: Int64, from randomness: any RandomnessSource
  ) throws(KeychainError) -> RowNames {
    let drawn = try drawn(from: randomness)
    return RowNames(uuid: drawn.0, persistentIdentifier: drawn.1, write: write)
  }

  /// Two new identifiers.
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
