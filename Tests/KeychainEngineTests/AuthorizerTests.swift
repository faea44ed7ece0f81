// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainRows
import KeychainTypes
import Testing

/// Tests the table of Specification/secitem.md, "Checks of access groups" as policy: which callers
/// may name which group for which operation.
struct AuthorizerTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let verb: Authorizer.Verb
    let groups: [String]
    let named: RequestedGroup
    let isAllowed: Bool
    var testDescription: String { "\(verb) \(named) by \(groups)" }

    func check() {
      let authorizer = Authorizer(caller: Caller(identifier: "app", groups: groups))
      var isAllowed = true
      do throws(KeychainError) {
        try authorizer.admit(verb)
        if verb == .add {
          _ = try authorizer.destination(named)
        } else {
          _ = try authorizer.scope(verb, named)
        }
      } catch {
        #expect(error.code == .missingEntitlement)
        isAllowed = false
      }
      #expect(isAllowed == self.isAllowed, "\(testDescription)")
    }
  }

  static func allow(_ verb: Authorizer.Verb, _ group: RequestedGroup, by groups: String...) -> Row {
    Row(verb: verb, groups: groups, named: group, isAllowed: true)
  }

  static func deny(_ verb: Authorizer.Verb, _ group: RequestedGroup, by groups: String...) -> Row {
    Row(verb: verb, groups: groups, named: group, isAllowed: false)
  }

  static let token = Caller.tokenGroup

  @Test(
    "who may name which group",
    arguments: [
      allow(.add, .absent, by: "a", "b"), allow(.add, .named("b"), by: "a", "b"),
      deny(.add, .named("c"), by: "a", "b"), deny(.add, .unusable, by: "a"),
      deny(.add, .absent), deny(.add, .absent, by: token),
      deny(.add, .named(token), by: "a", token),
      deny(.add, .absent, by: token, "a"),
      allow(.copyMatching, .absent, by: "a"), allow(.copyMatching, .named("a"), by: "a"),
      deny(.copyMatching, .named("A"), by: "a"), deny(.copyMatching, .absent),
      allow(.copyMatching, .absent, by: token), allow(.copyMatching, .named(token), by: "a", token),
      deny(.update, .absent, by: token), deny(.update, .named(token), by: "a", token),
      allow(.update, .named("a"), by: "a", token), deny(.update, .unusable, by: "a"),
      deny(.delete, .absent, by: token), deny(.delete, .named("b"), by: "a"),
      allow(.delete, .absent, by: "a"),
    ])
  func visibility(_ row: Row) { row.check() }

  @Test("the writable groups leave out the token group; the first group is the default")
  func scopes() throws {
    let authorizer = Authorizer(caller: Caller(identifier: "app", groups: ["a", "b", Self.token]))
    #expect(try authorizer.scope(.copyMatching, .absent) == .groups(["a", "b", Self.token]))
    #expect(try authorizer.scope(.delete, .absent) == .groups(["a", "b"]))
    #expect(try authorizer.destination(.absent) == "a")
    #expect(try authorizer.newGroup(.absent) == nil)
    #expect(try authorizer.newGroup(.named("b")) == "b")
  }

  @Test("a scope has its own groups and no other, byte by byte")
  func scopeContains() {
    let scope = Scope.groups(["a", "caf\u{E9}"])
    #expect(scope.contains("a") && scope.contains("caf\u{E9}") && Scope.all.contains("b"))
    for group in ["b", "A", "", "cafe\u{301}"] { #expect(!scope.contains(group), "\(group)") }
  }

  @Test("the owner's tool sees all groups and may name any")
  func tool() throws {
    let caller = Caller(identifier: "tool", groups: ["t"], seesAllGroups: true, origin: .tool)
    let authorizer = Authorizer(caller: caller)
    #expect(try authorizer.scope(.copyMatching, .absent) == .all)
    #expect(try authorizer.scope(.delete, .named("x")) == .groups(["x"]))
    #expect(try authorizer.destination(.named("x")) == "x")
    #expect(try authorizer.destination(.absent) == "t")
  }

  @Test("constrained items need evidence that counts at the moment of its facts")
  func evidence() throws {
    let authorizer = Authorizer(caller: Caller(identifier: "app", groups: ["a"]))
    let presence = try AccessControl(protectionName: "ak", flags: .userPresence)
    let needed = try #require(AuthenticationRequirement(presence, for: .decrypt))
    func decide(
      _ evidence: Evidence?, _ operation: ConstrainedOperation = .decrypt,
      _ accessControl: AccessControl? = nil
    ) -> Decision {
      authorizer.permit(operation, under: accessControl ?? presence, given: evidence)
    }
    var facts = AuthenticationFacts()
    facts.hasPasscode = true
    facts.biometry = .init(.touch, generation: .zero, enrolments: ["a"])
    var bag = EvidenceBag()
    #expect(decide(nil) == .needs(needed))
    #expect(decide(Evidence(facts: facts)) == .needs(needed))
    bag.add([Proof(.passcode, at: facts)])
    #expect(decide(Evidence(facts: facts, bag: bag)) == .allowed)
    #expect(decide(nil, .delete) == .allowed)
    #expect(decide(Evidence(facts: facts, bag: bag), .sign) == .denied(.noRule))
    var current = try AccessControl(protectionName: "ak", flags: .biometryCurrentSet)
    current.boundGeneration = Identifier16(high: 1, low: 1)
    #expect(decide(Evidence(facts: facts), .decrypt, current) == .denied(.enrolmentReplaced))
    #expect(decide(Evidence(facts: facts), .delete, current) == .allowed)
    current.boundGeneration = .zero
    bag.add([Proof(.biometry(generation: .zero), at: facts)])
    #expect(decide(Evidence(facts: facts, bag: bag), .decrypt, current) == .allowed)
    facts.sinceBoot += Proof.lifetime
    #expect(decide(Evidence(facts: facts, bag: bag)) == .needs(needed))
  }
}
