// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory
import Testing

/// Tests of several services that are asked one after the other.
struct SearchListTests {
  /// A service that answers with this many matches, or refuses.
  final class Scripted: KeychainService {
    let count: Int
    let refusal: KeychainError?
    private let calls = Lock<[String]>([])
    var seen: [String] { calls.withLock { $0 } }

    init(_ count: Int, refusing refusal: KeychainError? = nil) {
      self.count = count
      self.refusal = refusal
    }

    private func note(_ verb: String) throws(KeychainError) {
      calls.withLock { $0.append(verb) }
      if let refusal { throw refusal }
      guard count > 0 else { throw KeychainError(.itemNotFound, "none") }
    }

    func answer(_ request: Request) throws(KeychainError) -> Answer {
      switch request.verb {
      case .add:
        try note("add")
        return Answer(nil, to: NewItem(.genericPassword))
      case .copyMatching: return try found(request)
      case .update: try note("update")
      case .delete: try note("delete")
      }
      return Answer(doneTo: .genericPassword)
    }

    private func found(_ request: Request) throws(KeychainError) -> Answer {
      try note("copy")
      var query = Query(.genericPassword)
      if case .number(let limit)? = request.pairs[.match, MatchKey.limit.rawValue] {
        query.limit = Limit(count: Int(limit))
      }
      return Answer(
        (0..<count).map { Match(.genericPassword, Identifier16(high: 0, low: UInt64($0))) },
        to: query)
    }
  }

  private func query(_ limit: Limit) -> Query {
    Query(.genericPassword, [], limit: limit)
  }

  @Test("Copy collects in order until the limit is reached, and asks nobody in vain")
  func copy() throws {
    let (one, two, three) = (Scripted(2), Scripted(2), Scripted(2))
    let list = SearchList([one, two, three])
    #expect(try list.copyMatching(query(.all)).count == 6)
    #expect(try list.copyMatching(query(Limit(count: 3))).count == 3)
    #expect(three.seen == ["copy"])
  }

  @Test("not found counts only when all say so; any other refusal ends the search")
  func absence() throws {
    let (empty, full) = (Scripted(0), Scripted(1))
    #expect(try SearchList([empty, full]).copyMatching(query(.one)).count == 1)
    #expect(throws: KeychainError(.itemNotFound, "")) {
      try SearchList([empty, Scripted(0)]).copyMatching(query(.all))
    }
    let broken = Scripted(1, refusing: KeychainError(.notAvailable, "broken"))
    #expect(throws: KeychainError(.notAvailable, "")) {
      try SearchList([broken, full]).delete(query(.all))
    }
    #expect(full.seen == ["copy"])
  }

  @Test("Add goes to the first; Update and Delete to all")
  func changes() throws {
    let (one, two) = (Scripted(1), Scripted(1))
    let list = SearchList([one, two])
    _ = try list.add(NewItem(.genericPassword))
    try list.update(query(.all), setting: Changes())
    try list.delete(query(.all))
    #expect(one.seen == ["add", "update", "delete"])
    #expect(two.seen == ["update", "delete"])
  }
}
