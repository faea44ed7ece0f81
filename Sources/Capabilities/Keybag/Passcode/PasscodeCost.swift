// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
import SecureMemory

/// The scrypt cost of trying one passcode: the parameters N, r and p.
package struct PasscodeCost: Hashable, Sendable {
  /// The base-2 logarithm of scrypt's parameter N.
  package let logarithm: UInt8
  let r: UInt32
  let p: UInt32
  /// True if this is the cost `forTests`, which is below `limits`.
  ///
  /// Only tests use this cost, and a release build refuses it.
  package let isForTests: Bool

  /// The allowed base-2 logarithms of scrypt's parameter N in a keybag file.
  ///
  /// If no cost was measured on this machine, a new passcode has the cost `standard`.
  package static let limits: ClosedRange<UInt8> = 15...20
  package static let standard = PasscodeCost(17)
  /// A cost so low that each test can set a passcode in a short time; other programs do not use it.
  package static let forTests = PasscodeCost(10, isForTests: true)

  /// Makes the cost with N = 2^`logarithm`, r = 8, p = 1.
  ///
  /// A logarithm outside `limits` is replaced by the nearest limit.
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

  /// True if this is a debug build, which opens keybags whose passcode has the low cost for tests.
  package static var opensTestKeybags: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// Returns N, r and p in the form that the scrypt function of `KeyDerivation` takes.
  func parameters() throws(CryptoError) -> KeyDerivation.ScryptCost {
    try KeyDerivation.ScryptCost(n: 1 << UInt64(logarithm), r: r, p: p)
  }
}

extension PasscodeCost {
  /// The longest time that trying one passcode may take, in microseconds.
  private static let limit: Int64 = 500_000
  private static let samples = 3

  /// Returns the largest cost that this machine computes in half a second with a quarter of its
  /// free memory (Specification/access-control.md, "Derivation").
  ///
  /// Only the smallest cost is measured. The other costs follow from it, since time and memory are
  /// proportional to N. The measured time is the processor time of this thread, and the shortest of
  /// several samples. So the result does not depend on the present load of the machine. The load
  /// ends, but the cost stays with the store.
  ///
  /// - Parameters:
  ///   - freeMemory: the free memory of the machine in bytes.
  ///   - former: the cost of the store's present passcode. The result is never lower.
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

  /// Measures the time of trying one passcode, in microseconds.
  ///
  /// Nil if there is not enough memory.
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

  /// Returns the largest cost with at most half a second and a quarter of the free memory for one
  /// try.
  ///
  /// - Parameters:
  ///   - time: the measured time of a try at the smallest cost, in microseconds.
  ///   - memory: the free memory in bytes.
  package static func fitting(smallestTakes time: Int64, freeMemory memory: Int64) -> PasscodeCost {
    var logarithm = limits.lowerBound
    while logarithm < limits.upperBound {
      let factor = Int64(1) << Int64(logarithm + 1 - limits.lowerBound)
      // Larger memory exceeds the caches, so each doubling takes a little more than twice the time.
      guard time * factor * 21 / 20 <= limit, 1024 << Int64(logarithm + 1) <= memory / 4 else {
        break
      }
      logarithm += 1
    }
    return PasscodeCost(logarithm)
  }
}
