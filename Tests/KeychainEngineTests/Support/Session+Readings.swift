// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes

/// The verbs for readings that a test makes itself, without a trail.
extension Session {
  func add(_ item: Reading<NewItem>) throws(KeychainError) -> Match? {
    var trail = Trail()
    return try add(item, &trail)
  }

  func copyMatching(_ query: Reading<Query>) throws(KeychainError) -> [Match] {
    var trail = Trail()
    return try copyMatching(query, &trail)
  }

  func update(
    _ query: Reading<Query>, setting changes: Reading<Changes>
  ) throws(KeychainError) {
    var trail = Trail()
    try update(query, setting: changes, &trail)
  }

  func delete(_ query: Reading<Query>) throws(KeychainError) {
    var trail = Trail()
    try delete(query, &trail)
  }
}
