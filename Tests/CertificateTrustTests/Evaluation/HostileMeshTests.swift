// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import TestPatience
import Testing

/// Tests that the only good path is found among authorities that all sign each other.
///
/// All but the first have a short path to the root that fails. The good path is longer (RFC 4158
/// 2.4; Specification/certificates.md, "The trust engine").
@Suite("a good way out of a hostile mesh is found with little work", .timeLimit(.minutes(10)))
struct HostileMeshTests {
  /// The reason why every short path fails.
  enum Spoiling: String, CaseIterable, Sendable {
    case expired, noAuthority, usesNoPath, forLeaves, excludesHost, forged, forMail, otherKey

    /// The number of short paths for each authority.
    ///
    /// If the reason can be seen without trying, there are more of them than paths that are tried.
    var copies: Int { [.excludesHost, .forged].contains(self) ? 1 : 7 }

    var kind: MeshAuthorities.Kind {
      var kind = MeshAuthorities.Kind()
      switch self {
      case .expired: kind.notAfter = "20240101000000Z"
      case .noAuthority: kind.isAuthority = false
      case .usesNoPath: (kind.isAuthority, kind.host) = (nil, "ca.example.com")
      case .forLeaves: kind.pathLength = 0
      case .excludesHost: kind.excluded = "example.com"
      case .forged: kind.signer = "nobody"
      // The purpose emailProtection.
      case .forMail: kind.purpose = [0x2b, 6, 1, 5, 5, 7, 3, 4]
      case .otherKey: kind.authorityKey = [1, 2, 3]
      }
      return kind
    }
  }

  private static let count = 12
  private static let host = "w.example.com"
  /// The purpose serverAuth.
  private static let server: [UInt8] = [0x2b, 6, 1, 5, 5, 7, 3, 1]

  private struct Mesh {
    let authorities = MeshAuthorities()
    let root: Certificate
    let leaf: Certificate
    var others: [Certificate] = []

    /// Makes the certificates.
    ///
    /// The first authority signs the leaf and has no short path of its own.
    init(_ spoiling: Spoiling) throws {
      var kind = MeshAuthorities.Kind()
      kind.subjectKey = [9]
      root = try authorities.certificate("root", by: "root", kind)
      kind = MeshAuthorities.Kind()
      (kind.isAuthority, kind.host, kind.purpose) = (nil, host, server)
      (kind.notBefore, kind.notAfter) = ("20240101000000Z", "20260101000000Z")
      leaf = try authorities.certificate("leaf", by: "0", kind)
      for one in 0..<count {
        for other in 0..<count where other != one {
          others.append(try authorities.certificate("\(one)", by: "\(other)"))
        }
        guard one > 0 else { continue }
        for _ in 0..<spoiling.copies {
          others.append(try authorities.certificate("\(one)", by: "root", spoiling.kind))
        }
      }
    }

    func answer(_ others: [Certificate]) throws -> (outcome: TrustOutcome, duration: Duration) {
      let sources = TrustSources(custom: [root], system: nil, others: others)
      let policy = TrustPolicy(.ssl, names: [host])
      let request = TrustRequest(leaf, [policy], sources, at: TrustFixtures.moment)
      var outcome: TrustOutcome?
      let duration = try Stopwatch.duration(.thread) { outcome = try request.evaluate().outcome() }
      return (try #require(outcome), duration)
    }
  }

  @Test("twelve authorities", arguments: Spoiling.allCases, [1, 2, 3] as [UInt64])
  func mesh(_ spoiling: Spoiling, _ seed: UInt64) throws {
    var mesh = try Mesh(spoiling)
    let far = try [("5", "x"), ("x", "y"), ("y", "root")].map {
      try mesh.authorities.certificate($0, by: $1)
    }
    mesh.others += far
    let (good, duration) = try mesh.answer(
      HostileChainTests.shuffled(mesh.others, seed))
    #expect(good.worst == nil, "\(good.details)")
    #expect(good.certificates.suffix(4) == far + [mesh.root])
    #expect(duration < Effort.most)
  }

  @Test(
    "with no good way, the failure of the near ones is told",
    arguments: [
      (.expired, -67818), (.noAuthority, -67605), (.forLeaves, -67611), (.excludesHost, -67689),
      (.forged, -25318), (.forMail, -67609), (.otherKey, -67610),
    ] as [(Spoiling, Int32)])
  func bad(_ spoiling: Spoiling, _ status: Int32) throws {
    let mesh = try Mesh(spoiling)
    let (answer, duration) = try mesh.answer(mesh.others)
    #expect(answer.worst?.check.status == status, "\(answer.details)")
    #expect(duration < Effort.most)
  }
}
