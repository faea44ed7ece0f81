// SPDX-License-Identifier: Apache-2.0
import Authentication
import Testing

/// Tests of the rules of Specification/access-control.md, "The lock state on Linux", without a bus.
@Suite("What the sessions say")
struct SessionLocksTests {
  private static let hint = LockSource.hint(session: "one")
  private static let request = LockSource.request(session: "one")
  private static let saver = LockSource.screenSaver("saver")

  /// Returns the locks after a complete snapshot with these reports.
  private func locks(
    _ reports: [SessionReport] = [.session(id: "one", .own)]
  ) -> SessionLocks {
    var locks = SessionLocks(patience: 60_000)
    for report in reports + [.complete(isLingering: false)] { _ = locks.take(report, at: 0) }
    return locks
  }

  @Test("locked where one source says so, each by its last word")
  func or() {
    for first in [Self.hint, Self.saver, .sleep] {
      for second in [Self.request, Self.hint, Self.saver, .sleep] where second != first {
        var locks = locks()
        #expect(locks.take(.source(first, isLocked: true), at: 1) == .lock(all: false))
        // A second source locks again: the store may have been unlocked meanwhile.
        #expect(locks.take(.source(second, isLocked: true), at: 2) == .lock(all: false))
        #expect(locks.take(.source(first, isLocked: false), at: 3) != .lock(all: false))
        // The hint of an open screen also ends a request.
        let isOpen = first == Self.hint && second == Self.request
        #expect(locks.isLocked(at: 3) == !isOpen, "\(first) \(second)")
        if isOpen { continue }
        #expect(locks.take(.source(second, isLocked: false), at: 4) == .unlocked)
      }
    }
  }

  @Test("Unlock ends only what Lock began")
  func requests() {
    var locks = locks()
    _ = locks.take(.source(Self.request, isLocked: true), at: 1)
    _ = locks.take(.source(Self.hint, isLocked: true), at: 2)
    #expect(locks.take(.source(Self.request, isLocked: false), at: 3) == .nothing)
    #expect(locks.isLocked(at: 3))
    #expect(locks.take(.source(Self.hint, isLocked: false), at: 4) == .unlocked)
    #expect(locks.take(.source(Self.request, isLocked: true), at: 5) == .lock(all: false))
    #expect(locks.take(.source(Self.request, isLocked: false), at: 6) == .unlocked)
  }

  @Test("of several sessions all have to be locked; those without a screen do not count")
  func several() {
    var locks = locks([
      .session(id: "one", .own), .session(id: "two", .graphical), .session(id: "ssh", .textual),
    ])
    #expect(locks.take(.source(Self.hint, isLocked: true), at: 1) == .nothing)
    // The screen saver belongs to this session only.
    #expect(locks.take(.source(Self.saver, isLocked: true), at: 2) == .nothing)
    let two = LockSource.hint(session: "two")
    #expect(locks.take(.source(two, isLocked: true), at: 3) == .lock(all: false))
    #expect(locks.take(.source(two, isLocked: false), at: 4) == .unlocked)
    #expect(locks.take(.ended(session: "two", isLingering: false), at: 5) == .lock(all: false))
    #expect(locks.take(.source(.sleep, isLocked: true), at: 6) == .lock(all: false))
  }

  @Test("the last session over, and the machine ending: the first unlock goes too")
  func ends() {
    for isLingering in [false, true] {
      var locks = locks()
      let action = locks.take(.ended(session: "one", isLingering: isLingering), at: 1)
      #expect(action == .lock(all: !isLingering))
      #expect(locks.take(.session(id: "two", .own), at: 2) == .unlocked)
    }
    var afar = locks([.session(id: "ssh", .textual), .session(id: "more", .textual)])
    #expect(afar.take(.ended(session: "ssh", isLingering: false), at: 1) == .nothing)
    #expect(afar.take(.ended(session: "more", isLingering: false), at: 2) == .lock(all: true))
    var screen = locks([.session(id: "one", .own), .session(id: "ssh", .textual)])
    #expect(screen.take(.ended(session: "one", isLingering: false), at: 1) == .lock(all: true))
    var asleep = locks()
    _ = asleep.take(.source(.sleep, isLocked: true), at: 1)
    #expect(asleep.take(.ended(session: "one", isLingering: false), at: 2) == .lock(all: true))
    var shutdown = locks()
    #expect(shutdown.take(.source(.shutdown, isLocked: true), at: 1) == .lock(all: true))
  }

  @Test("what is lost counts on; unlocked for a minute")
  func lost() {
    var locks = locks([.session(id: "one", .own), .source(Self.hint, isLocked: false)])
    #expect(locks.nextChange(after: 0) == nil)
    #expect(locks.loseConnection(at: 1_000) == .nothing)
    #expect(locks.nextChange(after: 1_000) == 61_000)
    #expect(locks.passTime(at: 60_999) == .nothing)
    #expect(locks.passTime(at: 61_000) == .lock(all: false))
    #expect(locks.nextChange(after: 61_000) == nil)
    // The new connection reports its state. Nothing is done before the report is complete.
    #expect(locks.take(.session(id: "one", .own), at: 62_000) == .nothing)
    #expect(locks.take(.source(Self.hint, isLocked: false), at: 62_000) == .nothing)
    #expect(locks.take(.complete(isLingering: false), at: 62_000) == .unlocked)

    _ = locks.take(.source(Self.hint, isLocked: true), at: 63_000)
    #expect(locks.loseConnection(at: 64_000) == .nothing)
    #expect(locks.isLocked(at: 1_000_000) && locks.nextChange(after: 64_000) == nil)
  }

  @Test("a screen saver that goes while the screen is open; one that comes back")
  func lostSaver() {
    var locks = locks([.session(id: "one", .own), .source(Self.saver, isLocked: false)])
    #expect(locks.take(.lost(Self.saver), at: 0) == .nothing)
    #expect(locks.take(.source(Self.saver, isLocked: false), at: 30_000) == .nothing)
    #expect(locks.passTime(at: 60_000) == .nothing)
    #expect(locks.take(.lost(Self.saver), at: 60_000) == .nothing)
    #expect(locks.passTime(at: 120_000) == .lock(all: false))
  }

  @Test("a new connection: half of the sessions is no answer, and what is gone has ended")
  func snapshot() {
    var locks = locks([.session(id: "one", .own), .session(id: "two", .graphical)])
    _ = locks.loseConnection(at: 0)
    #expect(locks.take(.session(id: "one", .own), at: 1) == .nothing)
    #expect(locks.take(.source(Self.hint, isLocked: true), at: 2) == .nothing)
    #expect(locks.take(.complete(isLingering: false), at: 3) == .lock(all: false))
    _ = locks.loseConnection(at: 4)
    // A request outlives a connection: the first hint of the next connection does not end it.
    _ = locks.take(.source(Self.request, isLocked: true), at: 4)
    _ = locks.take(.session(id: "one", .own), at: 5)
    _ = locks.take(.source(Self.hint, isLocked: false), at: 5)
    #expect(locks.take(.complete(isLingering: false), at: 6) == .nothing)
    #expect(locks.isLocked(at: 6))
  }

  @Test("with nothing that tells, never locked")
  func nothing() {
    var locks = locks([])
    #expect(!locks.isLocked(at: 0))
    #expect(locks.loseConnection(at: 0) == .nothing)
    #expect(locks.passTime(at: 1_000_000) == .nothing)
    #expect(locks.take(.fingerEnrolled, at: 1_000_001) == .nothing)
  }

  @Test("every report comes over as it is")
  func frames() throws {
    let reports: [SessionReport] = [
      .source(Self.request, isLocked: true), .source(Self.hint, isLocked: false),
      .source(Self.saver, isLocked: true), .source(.sleep, isLocked: true),
      .source(.shutdown, isLocked: false), .lost(Self.saver), .lost(.sleep),
      .session(id: "c3", .graphical), .session(id: "", .textual), .session(id: "c3", .own),
      .ended(session: "c3", isLingering: true), .complete(isLingering: false), .fingerEnrolled,
    ]
    for report in reports { #expect(try SessionReport(report.frame) == report) }
    for bytes: [UInt8] in [[], [1], [0, 0], [6, 9], [11, 0], [0x86, 1], [200, 0]] {
      #expect(throws: HelperError.garbled) { try SessionReport(HelperFrame(.report, bytes)) }
    }
    #expect(throws: HelperError.garbled) { try SessionReport(HelperFrame(.match, [1, 1])) }
  }
}
