// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests items whose key depends on a password of the application (Specification/access-control.md,
/// "Other limits on Linux", Specification/secitem.md, "Authentication loop").
@Suite("Application passwords")
struct ApplicationPasswordTests {
  private func evidence(_ text: String?) -> Evidence {
    var bag = EvidenceBag()
    bag.applicationPassword = text.map { SecretBytes(copying: Array($0.utf8)) }
    return Evidence(facts: AuthenticationFacts(), bag: bag)
  }

  private func item(
    _ account: String, _ secret: String?, under text: String?
  ) throws -> NewItem {
    var item = password("s", account, secret)
    item.accessControl = try AccessControl(protectionName: "ak", flags: .applicationPassword)
    item.evidence = evidence(text)
    return item
  }

  private func read(
    _ session: Session, _ account: String = "a", under text: String?, _ returns: Returns = .secret
  ) throws -> [Match] {
    var wanted = query("s", account, returns)
    wanted.limit = .one
    wanted.evidence = evidence(text)
    return try session.copyMatching(wanted)
  }

  private func made() throws -> (LockedStore, Session) {
    let store = try LockedStore()
    let session = try store.open()
    _ = try session.add(item("a", "secret", under: "right"))
    return (store, session)
  }

  @Test("the right one opens, another is refused, none is asked for; whatever is wanted")
  func opening() throws {
    let (store, session) = try made()
    for returns in [Returns.secret, .attributes, .persistentReference, []] {
      #expect(try read(session, under: "right", returns).count == 1)
      #expect(status { _ = try read(session, under: "wrong", returns) } == -25293)
      #expect(status { _ = try read(session, under: nil, returns) } == -25330)
    }
    #expect(try read(session, under: "right").first?.secret?.text == "secret")
    withExtendedLifetime(store) {}
  }

  @Test("nothing is stored without one")
  func adding() throws {
    let store = try LockedStore()
    let session = try store.open()
    #expect(status { _ = try session.add(item("a", "x", under: nil)) } == -25330)
    #expect(status { _ = try session.copyMatching(query("s")) } == -25300)
    withExtendedLifetime(store) {}
  }

  @Test("an item without a secret is under its password too")
  func empty() throws {
    let store = try LockedStore()
    let session = try store.open()
    _ = try session.add(item("a", nil, under: "right"))
    #expect(try read(session, under: "right").first?.secret == nil)
    #expect(status { _ = try read(session, under: "wrong", .attributes) } == -25293)
    withExtendedLifetime(store) {}
  }

  @Test("an update needs it and keeps it, and may take it away")
  func updating() throws {
    let (store, session) = try made()
    var wanted = query("s", "a")
    var changes = Changes()
    changes.secret = SecretBytes(copying: Array("new".utf8))
    wanted.evidence = evidence("wrong")
    #expect(status { try session.update(wanted, setting: changes) } == -25293)
    wanted.evidence = evidence("right")
    try session.update(wanted, setting: changes)
    #expect(try read(session, under: "right").first?.secret?.text == "new")
    #expect(status { _ = try read(session, under: "wrong") } == -25293)
    var plain = Changes()
    plain.protectionName = "ck"
    try session.update(wanted, setting: plain)
    #expect(try read(session, under: nil).first?.secret?.text == "new")
    withExtendedLifetime(store) {}
  }

  @Test("keys are renewed without it, the check needs none, deleting needs none")
  func without() throws {
    let (store, session) = try made()
    #expect(try session.check().isClean)
    let report = try session.rotateKeys()
    #expect(report.rowsResealed == 1)
    #expect(report.isComplete)
    #expect(try session.check().isClean)
    #expect(try read(session, under: "right").first?.secret?.text == "secret")
    #expect(status { _ = try read(session, under: "wrong") } == -25293)
    try session.delete(query("s", "a"))
    #expect(status { _ = try read(session, under: "right") } == -25300)
    withExtendedLifetime(store) {}
  }

  @Test("damage is told from a wrong password, and a body of another item is damage")
  func damage() throws {
    let (store, session) = try made()
    _ = try session.add(item("b", "other", under: "right"))
    let keybag = session.engine.codec.keybag
    var plan = StorePlan(.genericPassword, limit: 2, contents: .secret)
    plan.rows = .live
    let rows = try session.engine.store.fetch(plan)
    let sealer = keybag.sealer
    let (one, two) = (try #require(rows[0].secret), try #require(rows[1].secret))
    let binding = RowBinding(rows[0].facts)
    let whole = try sealer.openLocked(one.span, binding: binding)
    let right = SecretBytes(copying: Array("right".utf8))
    #expect(try sealer.open(whole, with: right).text == "secret")
    for place in stride(from: 0, to: one.count, by: 7) {
      var bytes = one
      bytes[place] ^= 1
      #expect(throws: SealError.self, "\(place)") {
        let locked = try sealer.openLocked(bytes.span, binding: binding)
        let secret = try? sealer.open(locked, with: right)
        // A damaged byte of the body within its code's reach is found when the body is opened.
        if secret == nil { throw SealError.notAuthentic }
      }
    }
    let head = 1 + 122 + 40
    let mixed = Array(one[..<head]) + Array(two[head...])
    #expect(throws: SealError.notAuthentic) {
      try sealer.openLocked(mixed.span, binding: binding)
    }
    #expect(throws: SealError.notAuthentic) {
      try sealer.openLocked(one.span, binding: RowBinding(rows[1].facts))
    }
    withExtendedLifetime(store) {}
  }
}
