// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import Testing

@Suite("Results of trust") struct TrustResultTests {
  @Test("1 and 4 are success, and nothing else is") func success() {
    let results = (UInt32(0)...8).compactMap(TrustResult.init(rawValue:))
    #expect(results.map(\.rawValue) == [0, 1, 3, 4, 5, 6, 7])
    #expect(results.filter(\.isSuccess).map(\.rawValue) == [1, 4])
  }
}
