// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import TestPatience
import Testing

/// Tests of certificate sets that demand excessive work.
@Suite("hostile chains are answered after little work") struct HostileChainTests {
  private func answer(
    _ leaf: Certificate, _ others: [Certificate], anchors: [Certificate], _ policy: TrustPolicy
  ) throws -> (status: Int32?, duration: Duration) {
    let sources = TrustSources(custom: anchors, system: nil, others: others)
    let request = TrustRequest(leaf, [policy], sources, at: TrustFixtures.moment)
    var status: Int32?
    let duration = try Stopwatch.duration(.thread) {
      status = try request.evaluate().outcome().worst?.check.status
    }
    return (status, duration)
  }

  @Test("a lattice of 390,625 ways, none of which is clean")
  func lattice() throws {
    let others = try (0..<8).flatMap { level in
      try (0..<5).map { try TrustFixtures.certificate("lattice \(level).\($0)") }
    }
    let root = try TrustFixtures.certificate("lattice root")
    let leaf = try TrustFixtures.certificate("lattice leaf")
    let wrongHost = try answer(leaf, others, anchors: [root], .server("v.example.com"))
    #expect(wrongHost.status == -67602 && wrongHost.duration < Effort.most)
    let noAnchor = try answer(leaf, others, anchors: [], .basic)
    #expect(noAnchor.status == -25318 && noAnchor.duration < Effort.most)
  }

  @Test("a thousand issuers of one name whose key is slow")
  func slowKeys() throws {
    let der = try TrustFixtures.der("slow")
    let place = try #require(
      der.indices.first { der[$0...].starts(with: [0x02, 0x04, 0x01]) }, "the serial number")
    let issuers = try (0..<1000).map { number in
      var changed = der
      changed[place + 4] = UInt8(number >> 8)
      changed[place + 5] = UInt8(number & 0xff)
      return try Certificate(changed.span)
    }
    let leaf = try TrustFixtures.certificate("slow leaf")
    // Half of the issuers are anchors: each source is limited separately.
    let (status, duration) = try answer(
      leaf, Array(issuers[500...]), anchors: Array(issuers[..<500]), .basic)
    #expect(status == -25318 && duration < Effort.most)
  }

  @Test("more names and constraints than can be compared")
  func names() throws {
    let leaf = try TrustFixtures.certificate("L of many hosts")
    let others = try TrustFixtures.certificates(["I of many hosts"])
    let root = try TrustFixtures.certificate("R")
    let (status, duration) = try answer(leaf, others, anchors: [root], .basic)
    #expect(status == -67689 && duration < Effort.most)
  }

  @Test("eight authorities that sign each other, in any order", arguments: UInt64(1)...16)
  func mesh(_ seed: UInt64) throws {
    let pairs = (0..<8).flatMap { one in
      (0..<8).filter { $0 != one }.map { "mesh \(one) by \($0)" }
    }
    let path = ["mesh leaf", "mesh 0 by 7", "mesh 7 by root", "mesh root"]
    try TrustCase(
      title: "mesh", given: ["mesh leaf"] + Self.shuffled(pairs + [path[2]], seed),
      anchors: ["mesh root"], status: nil, path: path
    ).check()
  }

  @Test("no authority stands twice in a path: the one good way is found", arguments: UInt64(1)...16)
  func loops(_ seed: UInt64) throws {
    let authorities = [0, 1, 2, 7]
    let pairs = authorities.flatMap { one in
      authorities.filter { $0 != one }.map { "mesh \(one) by \($0)" }
    }
    // The short path leads to an authority that may have no authority below it.
    let near = ["mesh 7 by root for leaves"]
    let far = ["mesh 0 by x", "mesh x by y", "mesh y by z", "mesh z by root"]
    try TrustCase(
      title: "loops", given: ["mesh leaf"] + Self.shuffled(pairs + near + far, seed),
      anchors: ["mesh root"], status: nil, path: ["mesh leaf"] + far + ["mesh root"]
    ).check()
  }

  /// Returns the names in an order derived from a seed (Fisher and Yates, with Knuth's MMIX
  /// generator).
  static func shuffled<Element>(_ names: [Element], _ seed: UInt64) -> [Element] {
    var (names, state) = (names, seed)
    for place in names.indices.dropFirst().reversed() {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      names.swapAt(place, Int(state >> 33) % (place + 1))
    }
    return names
  }
}
