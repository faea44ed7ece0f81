// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
import SecureMemory

/// What one try of a passcode costs: scrypt's N, r and p.
package struct PasscodeCost: Hashable, Sendable {
  /// N is 2 to this power.
  package let logarithm: UInt8
  let r: UInt32
  let p: UInt32
  /// A cost below all limits, which a release build refuses to open.
  package let isForTests: Bool

  /// Largest and smallest N of a file, and what a new keybag has where nothing is measured.
  package static let limits: ClosedRange<UInt8> = 15...20
  package static let standard = PasscodeCost(17)
  /// So cheap that tests can set a passcode in each case; only for them.
  package static let forTests = PasscodeCost(10, isForTests: true)

  /// A cost for new keybags: N = 2^`logarithm`, r = 8, p = 1.
  package init(_ logarithm: UInt8) {
    self.init(
      min(max(logarithm, Self.limits.lowerBound), Self.limits.upperBound), isForTests: false)
  }

  private init(_ logarithm: UInt8, isForTests: Bool) {
    self.logarithm = logarithm
    r = 8
    p = 1
    self.isForTests = isForTests
  }

  init(logarithm: UInt8, r: UInt32, p: UInt32, isForTests: Bool) throws(KeybagError) {
    if isForTests {
      guard Self.opensTestKeybags else { throw .testKeybag }
      guard logarithm == Self.forTests.logarithm, r == 8, p == 1 else { throw .damaged }
    } else {
      guard Self.limits.contains(logarithm), r == 8, (1...4).contains(p) else { throw .damaged }
    }
    self.logarithm = logarithm
    self.r = r
    self.p = p
    self.isForTests = isForTests
  }

  /// Whether this build takes passcodes of the cost for tests.
  package static var opensTestKeybags: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// The parameters for scrypt.
  func parameters() throws(CryptoError) -> KeyDerivation.ScryptCost {
    try KeyDerivation.ScryptCost(n: 1 << UInt64(logarithm), r: r, p: p)
  }
}

extension PasscodeCost {
  /// The time that a try may take.
  private static let limit: Int64 = 500_000
  private static let samples = 3

  /// The largest cost that this machine computes in half a second with a quarter of its free
  /// memory (spec/access-control.md 4.1).
  ///
  /// The smallest one is measured and the others follow from it, since time and memory are
  /// proportional to N. What counts is the processor time of this thread, and of some samples the
  /// least: the cost stays with the store, the load of this moment does not.
  ///
  /// - Parameters:
  ///   - freeMemory: in bytes.
  ///   - former: what the store's passcode costs so far: a new one costs no less.
  package static func calibrated(
    by clock: any KeychainClock, freeMemory: Int64, atLeast former: PasscodeCost? = nil
  ) -> PasscodeCost {
    let least = PasscodeCost(max(limits.lowerBound, former?.logarithm ?? 0))
    let times = (0..<samples).compactMap { _ in time(of: PasscodeCost(limits.lowerBound), by: clock)
    }
    guard let time = times.min() else { return least }
    let fitting = fitting(smallestTakes: max(1, time), freeMemory: freeMemory)
    return fitting.logarithm < least.logarithm ? least : fitting
  }

  /// Microseconds of one try; nil where there is no memory for it.
  private static func time(of cost: PasscodeCost, by clock: any KeychainClock) -> Int64? {
    let start = clock.ofThread()
    guard let parameters = try? cost.parameters(),
      (try? KeyDerivation.scrypt(
        passcode: SecretBytes(copying: Array("measure".utf8)),
        salt: Array(repeating: 0, count: PasscodeRecord.saltSize), cost: parameters, count: 64))
        != nil
    else { return nil }
    return clock.ofThread() - start
  }

  /// - Parameters:
  ///   - time: microseconds of a try at the smallest cost.
  ///   - memory: bytes that are free.
  package static func fitting(smallestTakes time: Int64, freeMemory memory: Int64) -> PasscodeCost {
    var logarithm = limits.lowerBound
    while logarithm < limits.upperBound {
      let factor = Int64(1) << Int64(logarithm + 1 - limits.lowerBound)
      // Caches are left behind: each doubling takes a little more than twice the time.
      guard time * factor * 21 / 20 <= limit, 1024 << Int64(logarithm + 1) <= memory / 4 else {
        break
      }
      logarithm += 1
    }
    return PasscodeCost(logarithm)
  }
}
