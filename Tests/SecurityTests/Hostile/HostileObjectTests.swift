// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import TestPatience
import TestVectors
import Testing

/// Hostile certificates, keys and chains are refused after little work.
///
/// Specification/certificates.md, "Creating a certificate", "The trust engine";
/// Specification/seckey.md, "External representation".
@Suite(
  "Hostile certificates, keys and chains are answered after little work", .timeLimit(.minutes(10)))
struct HostileObjectTests {
  @Test("SecCertificateCreateWithData")
  func certificates() throws {
    let plain = try CertificateFixtures.data("plain")
    let many = Data([UInt8](repeatElement([5, 0], count: HostileSize.elements).joined()))
    let rows: [(String, Data)] = [
      ("64 MiB of zeros", Data(count: 64 << 20)),
      ("64 MiB in one string", HostileDER.sequence(HostileDER.octets(64 << 20))),
      ("deep", HostileDER.nested(HostileSize.depth)),
      ("many elements", HostileDER.element(0x30, many)),
      (
        "open ends",
        Data([UInt8](repeatElement([0x30, 0x80], count: HostileSize.elements).joined()))
      ),
      ("a certificate too large", HostileDER.sequence(plain, HostileDER.octets(4 << 20))),
    ]
    for (name, data) in rows {
      let (answer, isSmall) = Effort.isSmall { SecCertificateCreateWithData(nil, data as NSData) }
      #expect(answer == nil && isSmall, "\(name)")
    }
    let (answer, isSmall) = Effort.isSmall {
      SecCertificateCreateWithData(nil, (plain + Data(count: 64 << 20)) as NSData)
    }
    #expect(answer.map { SecCertificateCopyData($0) as Data } == plain && isSmall)
  }

  @Test("SecKeyCreateWithData")
  func keys() throws {
    let (rsa, ec) = (kSecAttrKeyTypeRSA, kSecAttrKeyTypeEC)
    let (whole, half) = (kSecAttrKeyClassPrivate, kSecAttrKeyClassPublic)
    let rows: [(String, Data, CFString, CFString)] = [
      ("a modulus of 8 MiB", HostileDER.publicKey(modulus: 8 << 20, exponent: 3), rsa, half),
      ("a modulus of 16,392 bits", HostileDER.publicKey(modulus: 2_049, exponent: 3), rsa, half),
      ("an exponent of 8 MiB", HostileDER.publicKey(modulus: 256, exponent: 8 << 20), rsa, half),
      ("private, of 8 MiB", HostileDER.privateKey(modulus: 8 << 20, exponent: 3), rsa, whole),
      ("private, not a key", HostileDER.privateKey(modulus: 1_024, exponent: 3), rsa, whole),
      ("private, deep", HostileDER.nested(HostileSize.depth), rsa, whole),
      ("public, deep", HostileDER.nested(HostileSize.depth), rsa, half),
      ("64 MiB", Data(repeating: 4, count: 64 << 20), ec, half),
      ("64 MiB, private", Data(repeating: 4, count: 64 << 20), ec, whole),
      ("one byte more", Data(repeating: 4, count: (64 << 20) + 1), ec, half),
      ("100 MiB", Data(repeating: 4, count: 100 << 20), rsa, whole),
    ]
    for (name, data, type, keyClass) in rows {
      let (answer, isSmall) = Effort.isSmall { KeyCalls.make(data, type, keyClass) }
      #expect(answer.object == nil && answer.code == Int(errSecParam), "\(name)")
      #expect(isSmall, "\(name)")
    }
  }

  @Test("an exponent as long as the modulus makes a key that is slow at nothing")
  func exponents() throws {
    let data = HostileDER.publicKey(modulus: 1_024, exponent: 1_024)
    let key = try #require(
      KeyCalls.make(data, kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic).object)
    let (text, block) = (Data([1]), Data(count: 1_024))
    let (_, isSmall) = Effort.isSmall {
      _ = KeyCalls.encrypt(key, .rsaEncryptionOAEPSHA256, text)
      _ = KeyCalls.verify(key, .rsaSignatureMessagePKCS1v15SHA256, text, block)
    }
    #expect(isSmall)
  }

  @Test("SecTrust: a lattice of 390,625 ways")
  func lattice() throws {
    let others = (0..<8).flatMap { level in (0..<5).map { "lattice \(level).\($0)" } }
    let rows: [(String?, [String], Int)] = [
      ("v.example.com", ["lattice root"], -67602), (nil, [], -25318),
    ]
    for (host, anchors, code) in rows {
      let trust = try TrustCalls.trust(["lattice leaf"] + others, host: host, anchors: anchors)
      let (error, isSmall) = Effort.isSmall { TrustCalls.evaluate(trust) }
      #expect(error?.code == code && isSmall)
    }
  }

  @Test("SecTrust: a thousand issuers of one name, and longer chains than are followed")
  func issuers() throws {
    let leaf = try TrustCalls.certificates(["slow leaf"])[0]
    let der = SecCertificateCopyData(try TrustCalls.certificates(["slow"])[0]) as Data
    let place = try #require(
      der.indices.first { der[$0...].starts(with: [0x02, 0x04, 0x01]) }, "the serial number")
    let issuers = try (0..<1_000).map { number in
      var changed = der
      changed[place + 4] = UInt8(number >> 8)
      changed[place + 5] = UInt8(number & 0xFF)
      return try #require(SecCertificateCreateWithData(nil, changed as NSData))
    }
    var made: SecTrust?
    let policy = SecPolicyCreateBasicX509()
    let given = [leaf] + issuers[500...]
    #expect(unsafe SecTrustCreateWithCertificates(given as NSArray, policy, &made) == errSecSuccess)
    let trust = try #require(made)
    #expect(
      SecTrustSetAnchorCertificates(trust, Array(issuers[..<500]) as NSArray) == errSecSuccess)
    let moment = NSDate(timeIntervalSinceReferenceDate: 757_382_400)
    #expect(SecTrustSetVerifyDate(trust, moment) == errSecSuccess)
    let (error, isSmall) = Effort.isSmall { TrustCalls.evaluate(trust) }
    #expect(error?.code == -25318 && isSmall)

    let names = ["long leaf"] + (0..<24).map { "long \($0)" }
    let long = try TrustCalls.trust(names, anchors: [])
    let (failure, isQuick) = Effort.isSmall { TrustCalls.evaluate(long) }
    #expect(failure?.code == -25318 && isQuick)
    #expect(SecTrustGetCertificateCount(long) == 20)
  }

  @Test("SecTrust: more names and constraints than can be compared")
  func names() throws {
    let trust = try TrustCalls.trust(["L of many hosts", "I of many hosts"], anchors: ["R"])
    let (error, isSmall) = Effort.isSmall { TrustCalls.evaluate(trust) }
    #expect(error?.code == -67689 && isSmall)
  }
}
