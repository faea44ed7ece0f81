// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainTypes
import Testing

/// Tests of delays after wrong passcodes (Specification/access-control.md, "Throttling").
@Suite("Passcode throttle")
struct PasscodeThrottleTests {
  private let boot = Identifier16(high: 1, low: 1)
  private let nextBoot = Identifier16(high: 2, low: 2)

  private func moment(_ seconds: Int64, _ boot: Identifier16? = nil) -> BootMoment {
    BootMoment(boot: boot ?? self.boot, microseconds: seconds * 1_000_000)
  }

  @Test(
    "the table",
    arguments: [
      (0, 0), (1, 0), (3, 0), (4, 0), (5, 60), (6, 300), (7, 900), (8, 900), (9, 3600), (10, 3600),
      (11, 3600), (1000, 3600),
    ] as [(UInt32, Int)])
  func table(count: UInt32, seconds: Int) {
    var throttle = PasscodeThrottle()
    for _ in 0..<count { throttle.count(nil, at: moment(100)) }
    #expect(throttle.prompt.count == count)
    #expect(throttle.prompt.secondsToWait(at: moment(100)) == seconds)
    #expect(throttle.prompt.secondsToWait(at: moment(100 + Int64(seconds))) == 0)
    if seconds > 0 {
      #expect(throttle.prompt.secondsToWait(at: moment(99 + Int64(seconds))) == 1)
    }
  }

  @Test("a restart begins the delay anew, from the start of the machine")
  func restart() {
    var throttle = PasscodeThrottle()
    for _ in 0..<6 { throttle.count(nil, at: moment(1000)) }
    #expect(throttle.prompt.secondsToWait(at: moment(1200)) == 100)
    #expect(throttle.prompt.secondsToWait(at: moment(0, nextBoot)) == 300)
    #expect(throttle.prompt.secondsToWait(at: moment(250, nextBoot)) == 50)
    #expect(throttle.prompt.secondsToWait(at: moment(300, nextBoot)) == 0)
  }

  @Test("a clock that stands before the try makes no delay longer")
  func earlier() {
    var throttle = PasscodeThrottle()
    for _ in 0..<5 { throttle.count(nil, at: moment(1000)) }
    #expect(throttle.prompt.secondsToWait(at: moment(10)) == 60)
  }

  @Test("doors are counted apart; a right one forgets its own and ends a lockout of biometry")
  func doors() {
    let program = Identifier16(high: 7, low: 7)
    var throttle = PasscodeThrottle()
    throttle.biometryFailures = 5
    for _ in 0..<6 { throttle.count(program, at: moment(0)) }
    #expect(throttle.counter(of: program).secondsToWait(at: moment(0)) == 300)
    #expect(throttle.prompt.secondsToWait(at: moment(0)) == 0)
    throttle.count(nil, at: moment(0))
    throttle.succeed(nil)
    #expect(throttle.prompt.count == 0)
    #expect(throttle.biometryFailures == 0)
    #expect(throttle.counter(of: program).count == 6)
    throttle.succeed(program)
    #expect(throttle.programs.isEmpty)
  }

  @Test("as many programs as fit; the one with the fewest tries makes room")
  func programs() {
    var throttle = PasscodeThrottle()
    let first = Identifier16(high: 1, low: 0)
    for _ in 0..<3 { throttle.count(first, at: moment(0)) }
    for number in 1...UInt64(PasscodeThrottle.programLimit + 10) {
      throttle.count(Identifier16(high: 0, low: number), at: moment(0))
    }
    #expect(throttle.programs.count == PasscodeThrottle.programLimit)
    #expect(throttle.counter(of: first).count == 3)
  }

  @Test("a lost file counts as nine tries")
  func lost() {
    let lost = PasscodeThrottle.lost(at: moment(50))
    #expect(lost.prompt.count == 9)
    #expect(lost.prompt.secondsToWait(at: moment(50)) == 3600)
    let first = Identifier16(high: 1, low: 0)
    var counted = lost
    counted.count(first, at: moment(60))
    #expect(counted.counter(of: first).count == 10)
    #expect(counted.counter(of: Identifier16(high: 7, low: 7)).count == 9)
    counted.succeed(nil)
    #expect(counted.counter(of: first).count == 10)
    #expect(counted.counter(of: Identifier16(high: 7, low: 7)).count == 0)
  }
}
