// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainStorage
import KeychainTypes
import Testing

/// Tests the conditions that the changing verbs have in addition to those of a search.
@Suite("Verbs that change") struct ChangingVerbTests {
  @Test("the group of tokens may be read, and neither changed nor deleted from: -34018")
  func tokenGroup() throws {
    let store = try TestStore()
    let session = try store.session("one", Caller.tokenGroup)
    let named = Reading(
      query("s", "a"), group: .named(Caller.tokenGroup), profile: .dataProtection)
    #expect(status { _ = try session.copyMatching(named) } == -25300)
    #expect(
      status { try session.update(named, setting: Reading(Changes(), profile: .dataProtection)) }
        == -34018)
    #expect(status { try session.delete(named) } == -34018)
  }

  @Test("a row with the digest of another is not deleted in its place")
  func exchangedDigests() throws {
    let store = try TestStore()
    for account in ["a", "b"] { _ = try store.session("one").add(password("s", account, "x")) }
    do {
      let connection = try Connection(store.directory + "/store.db")
      try connection.execute("UPDATE genp SET d_acct = (SELECT d_acct FROM genp WHERE id = 2)")
    }
    let session = try store.session("one")
    try session.delete(query("s", "b"))
    var rest = query("s", nil, .attributes)
    rest.limit = .all
    #expect(try session.copyMatching(rest).map { $0.attributes?[.account] } == [.text("a")])
  }
}
