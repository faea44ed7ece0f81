// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
import SecureMemory

extension PasscodeCost {
  /// The time that a try may take.
  private static let limit: Int64 = 500_000

  /// The largest cost that this machine computes in half a second with a quarter of its free
  /// memory (spec/access-control.md 4.1).
  ///
  /// The smallest one is measured and the others follow from it, since time and memory are
  /// proportional to N.
  ///
  /// - Parameter freeMemory: in bytes.
  package static func calibrated(by clock: any KeychainClock, freeMemory: Int64) -> PasscodeCost {
    let smallest = PasscodeCost(limits.lowerBound)
    let start = clock.sinceBoot()
    guard let parameters = try? smallest.parameters(),
      (try? KeyDerivation.scrypt(
        passcode: SecretBytes(copying: Array("measure".utf8)),
        salt: Array(repeating: 0, count: PasscodeRecord.saltSize), cost: parameters, count: 64))
        != nil
    else { return smallest }
    return fitting(smallestTakes: max(1, clock.sinceBoot() - start), freeMemory: freeMemory)
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
