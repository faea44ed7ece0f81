// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import KeychainTypes
import Testing

/// Tests which of several chains is chosen, in any order of the given certificates
/// (Specification/certificates.md, "The trust engine", step 0).
@Suite("The best of several chains") struct ChainChoiceTests {
  typealias Kind = MeshAuthorities.Kind

  private func kind(_ change: (inout Kind) -> Void) -> Kind {
    var kind = Kind()
    change(&kind)
    return kind
  }

  /// Evaluates with the other certificates and the anchors in each order.
  private func expect(
    _ best: [Certificate], of leaf: Certificate, _ others: [Certificate],
    _ anchors: [Certificate], isClean: Bool = true
  ) throws {
    for others in [others, others.reversed()] {
      for anchors in [anchors, anchors.reversed()] {
        let sources = TrustSources(custom: anchors, system: nil, others: others)
        let found = try TrustRequest(leaf, [.basic], sources, at: TrustFixtures.moment).evaluate()
        #expect(found.certificates == best)
        #expect(found.failures.allSatisfy(\.isEmpty) == isClean)
      }
    }
  }

  @Test("without SHA-1 before with it, also where it is longer")
  func hashes() throws {
    let made = MeshAuthorities()
    let roots = try ["old", "new"].map { try made.certificate($0, by: $0) }
    let leaf = try made.certificate("leaf", by: "middle", kind { $0.isAuthority = nil })
    let old = try made.certificate("middle", by: "old", kind { $0.hasOldHash = true })
    let new = try made.certificate("middle", by: "new")
    try expect([leaf, new, roots[1]], of: leaf, [old, new], roots)
    let long = try made.certificate("middle", by: "between")
    let between = try made.certificate("between", by: "new")
    try expect([leaf, long, between, roots[1]], of: leaf, [old, long, between], roots)
    // The anchor's own signature is not judged.
    let oldRoot = try made.certificate("new", by: "new", kind { $0.hasOldHash = true })
    try expect([leaf, new, oldRoot], of: leaf, [old, new], [roots[0], oldRoot])
  }

  @Test("above an authority that two ways lead to")
  func joined() throws {
    let made = MeshAuthorities()
    let root = try made.certificate("root", by: "root")
    let upper = try made.certificate("upper", by: "root")
    let leaf = try made.certificate("leaf", by: "middle", kind { $0.isAuthority = nil })
    let old = try made.certificate("middle", by: "upper", kind { $0.hasOldHash = true })
    let new = try made.certificate("middle", by: "upper")
    try expect([leaf, new, upper, root], of: leaf, [old, new, upper], [root])
    // Of two chains of equal length the later certificate wins, even far below the anchor.
    let years = try ["2020", "2021", "2022", "2023"].map { year in
      try made.certificate("middle", by: "upper", kind { $0.notBefore = "\(year)0101000000Z" })
    }
    try expect([leaf, years[3], upper, root], of: leaf, years + [upper], [root])
    try expect(
      [leaf, years[3], upper, root], of: leaf, [years[1], years[3], years[0], upper, years[2]],
      [root])
    // It also wins if another certificate is tried first because of its key identifier.
    let named = try made.certificate(
      "leaf", by: "middle", kind { ($0.isAuthority, $0.authorityKey) = (nil, [7]) })
    let first = try made.certificate("middle", by: "upper", kind { $0.subjectKey = [7] })
    try expect([named, years[3], upper, root], of: named, [first, years[3], upper], [root])
    // If the chains differ in two certificates, the lower one decides.
    let uppers = try ["2020", "2023"].map { year in
      try made.certificate("upper", by: "root", kind { $0.notBefore = "\(year)0601000000Z" })
    }
    try expect(
      [leaf, years[3], uppers[1], root], of: leaf, [uppers[0], years[0], uppers[1], years[3]],
      [root])
  }

  @Test("the shorter one, then the one that begins later")
  func lengths() throws {
    let made = MeshAuthorities()
    let root = try made.certificate("root", by: "root")
    let leaf = try made.certificate("leaf", by: "middle", kind { $0.isAuthority = nil })
    let short = try made.certificate("middle", by: "root")
    let long = try made.certificate("middle", by: "between")
    let between = try made.certificate("between", by: "root")
    try expect([leaf, short, root], of: leaf, [long, between, short], [root])
    let later = try made.certificate(
      "middle", by: "root", kind { $0.notBefore = "20230101000000Z" })
    try expect([leaf, later, root], of: leaf, [short, later], [root])
  }

  @Test("one that is valid now before one that is over; where none is clean, the least wrong")
  func validity() throws {
    let made = MeshAuthorities()
    let root = try made.certificate("root", by: "root")
    let leaf = try made.certificate("leaf", by: "middle", kind { $0.isAuthority = nil })
    let valid = try made.certificate("middle", by: "root")
    let over = try made.certificate("middle", by: "root", kind { $0.notAfter = "20210101000000Z" })
    try expect([leaf, valid, root], of: leaf, [over, valid], [root])
    let both = try made.certificate(
      "middle", by: "root",
      kind {
        $0.notAfter = "20210101000000Z"
        $0.isAuthority = false
      })
    try expect([leaf, over, root], of: leaf, [both, over], [root], isClean: false)
  }
}
