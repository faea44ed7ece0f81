// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A service that reads requests by the schema: the engine, and whatever else keeps items.
///
/// It answers readings, and in their order of refusals (`RequestReader`); a service that hands
/// requests on to another one reads nothing.
package protocol ReadingService: KeychainService {
  /// Adds one item and answers what is to be returned of it.
  ///
  /// - Returns: nil when the profile makes the call a success without effect (quirk D2).
  func add(_ item: Reading<NewItem>) throws(KeychainError) -> Match?

  /// The items that match, in order of insertion; never none.
  func copyMatching(_ query: Reading<Query>) throws(KeychainError) -> [Match]

  /// Changes every item that matches, in one transaction.
  func update(_ query: Reading<Query>, setting changes: Reading<Changes>) throws(KeychainError)

  /// Removes every item that matches, in one transaction.
  func delete(_ query: Reading<Query>) throws(KeychainError)
}

extension ReadingService {
  package func add(_ request: Request) throws(KeychainError) -> Answer {
    let reading = try RequestReader.item(request)
    if case .success(let item) = reading.outcome, item.lacksObject {
      throw .parameter(
        "the data are no object of the class, which is asked for", .itemClass(item.itemClass),
        cause: .dataMakesNoObject)
    }
    let match = try add(reading)
    return Answer(match, to: try reading.outcome.get())
  }

  package func copyMatching(_ request: Request) throws(KeychainError) -> Answer {
    let reading = try RequestReader.query(request)
    let matches = try copyMatching(reading)
    // Not `get`, which would copy the query.
    switch reading.outcome {
    case .success(let query): return Answer(matches, to: query)
    case .failure(let refusal): throw refusal
    }
  }

  package func update(_ request: Request) throws(KeychainError) {
    let query = try RequestReader.query(request)
    try update(query, setting: RequestReader.changes(request, for: query))
  }

  package func delete(_ request: Request) throws(KeychainError) {
    try delete(RequestReader.query(request))
  }
}
