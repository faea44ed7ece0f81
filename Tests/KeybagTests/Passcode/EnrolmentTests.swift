// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainTypes
import SecureMemory
import Testing

/// Tests of the generation of enrolled fingers, and of its form for applications
/// (Specification/access-control.md, "Domain state", "Domain state and biometryCurrentSet").
@Suite("Enrolment")
struct EnrolmentTests {
  private func renew(_ store: PasscodeStore, _ texts: [String]) throws -> Identifier16 {
    try store.files.renewEnrolmentGeneration(seeing: texts, randomness: store.randomness)
  }

  @Test("the same sight keeps its generation, another never brings one back")
  func generations() throws {
    let store = try PasscodeStore()
    #expect(try store.files.enrolmentGeneration(seeing: nil) == nil)
    let first = try renew(store, ["reader", "press", "right-index-finger"])
    #expect(try renew(store, ["reader", "press", "right-index-finger"]) == first)
    #expect(try store.files.enrolmentGeneration(seeing: nil) == first)
    let none = try renew(store, [])
    let again = try renew(store, ["reader", "press", "right-index-finger"])
    let joined = try renew(store, ["reader", "pressright-index-finger"])
    #expect(Set([first, none, again, joined]).count == 4)
  }

  @Test("a changed file is no known generation")
  func damage() throws {
    let store = try PasscodeStore()
    let first = try renew(store, ["a"])
    let file = try #require(store.memory["/s/enrolment"])
    for place in [9, 20, 40, 91] {
      var damaged = file
      damaged.bytes[place] ^= 1
      store.memory["/s/enrolment"] = damaged
      #expect(try store.files.enrolmentGeneration(seeing: nil) == nil, "\(place)")
    }
    store.memory["/s/enrolment"] = file
    #expect(try store.files.enrolmentGeneration(seeing: ["a"]) == first)
    // A file made with another device key is not accepted.
    let other = try PasscodeStore()
    _ = try renew(other, ["a"])
    store.memory["/s/enrolment"] = other.memory["/s/enrolment"]
    #expect(try store.files.enrolmentGeneration(seeing: nil) == nil)
  }

  @Test("the domain state differs by device, application and enrolment, and by nothing else")
  func domainStates() throws {
    let (store, other) = (try PasscodeStore(), try PasscodeStore())
    let state = try store.files.domainState(salt: [1], info: [2])
    #expect(state.count == 32)
    try store.set("1")
    #expect(try store.files.domainState(salt: [1], info: [2]) == state)
    #expect(try store.files.domainState(salt: [3], info: [2]) != state)
    #expect(try store.files.domainState(salt: [1], info: [3]) != state)
    #expect(try other.files.domainState(salt: [1], info: [2]) != state)
  }
}
