// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes

/// A copy of an item with a satisfied access control, compared with an item without an access
/// control.
enum AccessRows {
  private static let count = 64

  static func measure(_ fixture: Fixture, _ run: Run) throws {
    var facts = AuthenticationFacts()
    facts.hasPasscode = true
    facts.sinceBoot = 1
    var bag = EvidenceBag()
    bag.add([Proof(.passcode, at: facts)])
    let evidence = Evidence(facts: facts, bag: bag)
    let control = try AccessControl(protectionName: "ak", flags: .userPresence)
    // These numbers are above all that other rows of the table add to this store.
    let first = 1_000_000_000
    for index in 0..<count {
      var item = Names.item(first + index)
      item.accessControl = control
      item.evidence = evidence
      _ = try fixture.session.add(Fixture.reading(item))
      _ = try fixture.session.add(Fixture.reading(Names.item(first + count + index)))
    }
    func query(_ index: Int, _ evidence: Evidence?) -> Query {
      var query = Names.query(index)
      query.returns = .secret
      query.evidence = evidence
      return query
    }
    let constrained = (0..<count).map { query(first + $0, evidence) }
    let plain = (0..<count).map { query(first + count + $0, nil) }
    let (a, b) = try alternate(
      run.samples, Side { try Fixture.copy(constrained[$0 % count], from: fixture.session) },
      Side { try Fixture.copy(plain[$0 % count], from: fixture.session) })
    run.table.add(
      Line(
        "access/satisfied", "access control satisfied", fixture.items, ("satisfied", a),
        ("none", b)))
  }
}
