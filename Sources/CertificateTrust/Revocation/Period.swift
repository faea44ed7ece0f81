// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The time from one moment to another, both counted; none where the second is earlier.
struct Period: Hashable, Sendable {
  let first: Instant
  let last: Instant

  func contains(_ moment: Instant) -> Bool { first <= moment && moment <= last }
}
