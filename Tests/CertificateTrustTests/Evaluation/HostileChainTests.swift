// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import Testing

/// Sets of certificates that ask for more work than anybody should give them.
@Suite("hostile chains are answered within 2 s") struct HostileChainTests {
  private func answer(
    _ leaf: Certificate, _ others: [Certificate], anchors: [Certificate], _ policy: TrustPolicy
  ) throws -> (status: Int32?, duration: Duration) {
    let sources = TrustSources(custom: anchors, system: nil, others: others)
    let request = TrustRequest(leaf, [policy], sources, at: TrustFixtures.moment)
    var status: Int32?
    let duration = try ContinuousClock().measure {
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
    #expect(wrongHost.status == -67602 && wrongHost.duration < .seconds(2))
    let noAnchor = try answer(leaf, others, anchors: [], .basic)
    #expect(noAnchor.status == -25318 && noAnchor.duration < .seconds(2))
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
    // Half of them believed: each source is asked for as many as it may name.
    let (status, duration) = try answer(
      leaf, Array(issuers[500...]), anchors: Array(issuers[..<500]), .basic)
    #expect(status == -25318 && duration < .seconds(2))
  }

  @Test("more names and constraints than can be compared")
  func names() throws {
    let leaf = try TrustFixtures.certificate("L of many hosts")
    let others = try TrustFixtures.certificates(["I of many hosts"])
    let root = try TrustFixtures.certificate("R")
    let (status, duration) = try answer(leaf, others, anchors: [root], .basic)
    #expect(status == -67689 && duration < .seconds(2))
  }
}
