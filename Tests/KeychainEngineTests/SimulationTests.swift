// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// Random bytes that depend only on the seed.
final class SeededRandomness: RandomnessSource {
  private let state: Lock<UInt64>

  init(seed: UInt64) {
    state = Lock(seed)
  }

  func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomnessError) {
    for index in bytes.indices {
      bytes[index] = state.withLock { value in
        value &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return UInt8(truncatingIfNeeded: mixed ^ mixed >> 31)
      }
    }
  }
}

/// Tests two devices in one process, each with its own clock and randomness (Specification/sync.md,
/// "Seams", S18, S14).
struct SimulationTests {
  private func device(_ store: TestStore, seed: UInt64, _ events: Lock<[ChangeEvent]>) throws
    -> Session
  {
    let environment = Environment(clock: store.clock, randomness: SeededRandomness(seed: seed))
    let engine = try Engine.open(
      StoreLocation(directory: store.directory), environment: environment
    ) { event in events.withLock { $0.append(event) } }
    return engine.session(as: Caller(identifier: "app", groups: ["a"]))
  }

  private func script(_ session: Session, _ clock: TestClock) throws {
    _ = try session.add(password("s", "one", "1", sync: true))
    clock.advance(by: 1_000_000)
    _ = try session.add(password("s", "two", "2"))
    var changes = Changes()
    changes.attributes[.account] = .text("three")
    try session.update(query("s", "one", sync: .any), setting: changes)
    clock.advance(by: 1_000_000)
    try session.delete(query("s", "two"))
  }

  @Test("the same script on the same clock and randomness leads to the same state")
  func deterministic() throws {
    let (one, two) = (try TestStore(), try TestStore())
    let events = Lock<[ChangeEvent]>([])
    let (first, second) = (try device(one, seed: 7, events), try device(two, seed: 7, events))
    try script(first, one.clock)
    try script(second, two.clock)
    let state = try first.state()
    #expect(state.versions.count == 2, "the renamed item and the tombstone of its old name")
    #expect(try second.state() == state)

    let third = try TestStore()
    third.clock.advance(by: 5)
    let late = try device(third, seed: 7, events)
    try script(late, third.clock)
    #expect(try late.state() != state, "revisions are those of the device's own clock")
  }

  @Test("one event a transaction, after it is durable, with counts and the highest write number")
  func events() throws {
    let store = try TestStore()
    let events = Lock<[ChangeEvent]>([])
    let session = try device(store, seed: 1, events)
    try script(session, store.clock)
    #expect(status { try session.delete(query("none")) } == -25300)
    let seen = events.withLock { $0 }
    #expect(seen.map(\.count) == [1, 1, 2, 1])
    #expect(seen.map(\.highestWrite) == [1, 2, 4, 5])
    #expect(seen.map(\.touchesSynchronizable) == [true, false, true, false])
    #expect(seen.allSatisfy { $0.classes == [.genericPassword] && $0.origin == .own })
  }
}
