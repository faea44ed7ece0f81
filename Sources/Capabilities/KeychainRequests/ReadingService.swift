// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
package import KeychainTypes
import SecureMemory

/// A service that runs a request after `RequestReader` has converted its dictionaries by the
/// schema.
///
/// Examples are the engine and any other store of items. The functions get a `Reading`, which
/// contains the converted request, or the error by which the request must be refused. A service
/// that only passes requests on to another service does not need this protocol. Each function
/// records in its argument of the type `Trail` how the service decided the call.
package protocol ReadingService: KeychainService {
  /// Adds one item, and returns the parts of the item that the caller asked for.
  ///
  /// - Returns: Nil if no item was added. In the profile `quirks`, a call with match keys succeeds
  ///   but adds no item (Specification/secitem.md, "Discrepancies between documents and source",
  ///   D2).
  func add(_ item: Reading<NewItem>, _ trail: inout Trail) throws(KeychainError) -> Match?

  /// Returns the items that match a query, in the order in which they were added to the store.
  ///
  /// Throws if no item matches, so the result is never empty.
  func copyMatching(_ query: Reading<Query>, _ trail: inout Trail) throws(KeychainError) -> [Match]

  /// Sets new values in every item that matches a query, in one transaction.
  func update(
    _ query: Reading<Query>, setting changes: Reading<Changes>, _ trail: inout Trail
  ) throws(KeychainError)

  /// Removes every item that matches a query, in one transaction.
  func delete(_ query: Reading<Query>, _ trail: inout Trail) throws(KeychainError)

  /// Returns a service that runs one call without effect: the changes of the call are computed and
  /// then discarded.
  ///
  /// - Parameter rehearsal: The assumptions of the call, for example that the store is locked or
  ///   has no passcode.
  func rehearsing(_ rehearsal: Request.Rehearsal) -> Self
}

extension ReadingService {
  package func answer(_ request: Request) throws(KeychainError) -> Answer {
    if let rehearsal = request.rehearsal { return try rehearsing(rehearsal).decide(request) }
    return try decide(request)
  }

  private func decide(_ request: Request) throws(KeychainError) -> Answer {
    var trail = Trail()
    do throws(KeychainError) {
      var answer =
        switch request.verb {
        case .add: try add(request, &trail)
        case .copyMatching: try copyMatching(request, &trail)
        case .update: try update(request, &trail)
        case .delete: try delete(request, &trail)
        }
      trail.step = .answered
      answer.trail = trail
      return answer
    } catch {
      throw error.leaving(trail)
    }
  }

  private func add(_ request: Request, _ trail: inout Trail) throws(KeychainError) -> Answer {
    let reading = try RequestReader.item(request)
    if case .success(let item) = reading.outcome, item.lacksObject {
      trail.step = .content
      throw .parameter(
        "the data does not form an object of the class", .itemClass(item.itemClass),
        cause: .dataMakesNoObject)
    }
    let match = try add(reading, &trail)
    return Answer(match, to: try reading.outcome.get())
  }

  private func copyMatching(
    _ request: Request, _ trail: inout Trail
  ) throws(KeychainError) -> Answer {
    let reading = try RequestReader.query(request)
    let matches = try copyMatching(reading, &trail)
    // `get` would copy the query.
    switch reading.outcome {
    case .success(let query): return Answer(matches, to: query)
    case .failure(let refusal): throw refusal
    }
  }

  private func update(_ request: Request, _ trail: inout Trail) throws(KeychainError) -> Answer {
    let query = try RequestReader.query(request)
    try update(query, setting: RequestReader.changes(request, for: query), &trail)
    return Answer(doneTo: try query.outcome.get().itemClass)
  }

  private func delete(_ request: Request, _ trail: inout Trail) throws(KeychainError) -> Answer {
    let query = try RequestReader.query(request)
    try delete(query, &trail)
    return Answer(doneTo: try query.outcome.get().itemClass)
  }
}

extension NewItem {
  /// True if the caller asks only for a reference (kSecReturnRef), but the data of the item is not
  /// a valid key or certificate (Documentation/Decisions/objects-of-data.md).
  package var lacksObject: Bool {
    guard returns == .reference, element == nil else { return false }
    switch itemClass {
    case .key: return !isKey
    case .certificate:
      return secret.flatMap { secret in secret.withBytes { try? Certificate($0) } } == nil
    case .genericPassword, .internetPassword, .identity: return false
    }
  }

  private var isKey: Bool {
    // A key without a class is a public key (Specification/secitem.md, "Class-specific
    // attributes").
    let keyClass = attributes[.keyClass] ?? .number(KeyType.number(of: .publicHalf))
    guard case .number(let type)? = attributes[.type], case .number(let keyClass) = keyClass,
      let secret
    else { return false }
    return (try? SoftwareKey(importing: secret, type: type, keyClass: keyClass)) != nil
  }
}
