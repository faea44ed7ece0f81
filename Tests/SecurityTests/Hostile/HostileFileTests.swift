// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import TestPatience
import TestVectors
import Testing

/// Hostile files are refused with the status of the tables, after little work.
///
/// Specification/certificates.md, "PKCS#12 encryption schemes" to "Building the PKCS#12 reader",
/// "Import, order of steps" to "Per format".
@Suite("Hostile files are answered after little work", .timeLimit(.minutes(10)))
struct HostileFileTests {
  private static let decode: OSStatus = -26275
  private static let unknown: OSStatus = -25257

  @Test(
    "SecPKCS12Import",
    arguments: [
      "a code of two thousand million iterations", "a code of a few more",
      "a key of six million iterations", "contents that do not decrypt", "300 contents",
      "sixty elements deep", "without end", "contents in contents, nine deep",
    ])
  func containers(_ name: String) throws {
    let vector = try PKCS12Calls.vector(name)
    let (answer, isSmall) = try Effort.isSmall { try PKCS12Calls.importing(vector) }
    #expect(isSmall)
    #expect(answer.status == Self.decode && answer.items == nil)
  }

  @Test("SecPKCS12Import of what is large, deep or cut")
  func largeContainers() throws {
    let usual = Data(try PKCS12Calls.vector("openssl, as it comes").bytes("data"))
    let big = HostileDER.sequence(HostileDER.number(3), HostileDER.octets((64 << 20) - 64))
    let rows: [(String, Data)] = [
      ("64 MiB of zeros", Data(count: 64 << 20)), ("more than 64 MiB", Data(count: (64 << 20) + 1)),
      ("64 MiB in one string", big), ("deep", HostileDER.nested(HostileSize.depth)),
      (
        "open ends",
        Data([UInt8](repeatElement([0x30, 0x80], count: HostileSize.elements).joined()))
      ),
      (
        "strings in pieces",
        Data([UInt8](repeatElement([0x24, 0x80], count: HostileSize.elements).joined()))
      ),
      (
        "many elements",
        HostileDER.element(
          0x30,
          [Data(repeating: 0, count: 0)]
            + Array(repeating: Data([5, 0]), count: HostileSize.elements))
      ), ("a length of more than all", Data([0x30, 0x88] + [UInt8](repeating: 0xFF, count: 8))),
      ("the usual, twice", usual + usual),
    ]
    for (name, data) in rows {
      let (answer, isSmall) = Effort.isSmall {
        PKCS12Calls.importing(data, ["passphrase": "secret"])
      }
      #expect(answer.status == Self.decode && answer.items == nil, "\(name)")
      #expect(isSmall, "\(name)")
    }
  }

  @Test("SecItemImport of keys whose passwords are slow to derive")
  func slowKeys() throws {
    let rows: [(String, Data, OSStatus)] = [
      ("2^31 iterations", HostileDER.encryptedKey(iterations: (1 << 31) - 1), Self.decode),
      (
        "2^62 iterations, which is no number here", HostileDER.encryptedKey(iterations: 1 << 62),
        Self.unknown
      ),
      ("more than the budget", HostileDER.encryptedKey(iterations: 5_000_001), Self.decode),
      ("scrypt of a gigabyte", HostileDER.encryptedKey(n: 1 << 20, r: 8, p: 1), Self.decode),
      ("scrypt of 2^40", HostileDER.encryptedKey(n: 1 << 40, r: 8, p: 1), Self.unknown),
      (
        "scrypt many times over", HostileDER.encryptedKey(n: 1 << 10, r: 8, p: 1 << 20), Self.decode
      ),
    ]
    for (name, data, status) in rows {
      for isPEM in [false, true] {
        let file = isPEM ? Self.armoured(data, "ENCRYPTED PRIVATE KEY") : data
        let (answer, isSmall) = Effort.isSmall {
          ImportCalls.importing(file, ImportCalls.Parameters(password: "secret"))
        }
        #expect(answer.status == status && answer.items == nil, "\(name)")
        #expect(isSmall, "\(name)")
      }
    }
  }

  @Test("SecItemImport of as many certificates as nobody has")
  func certificates() throws {
    let one = try CertificateFixtures.data("plain")
    let block = Self.armoured(one, "CERTIFICATE")
    let rows: [(String, Data, OSStatus)] = [
      (
        "4,097 in PKCS#7", HostileDER.certificateSet(Array(repeating: one, count: 4_097)),
        Self.decode
      ),
      (
        "20,000 in PKCS#7", HostileDER.certificateSet(Array(repeating: one, count: 20_000)),
        Self.decode
      ),
      (
        "4,097 of Netscape", HostileDER.netscapeSequence(Array(repeating: one, count: 4_097)),
        Self.decode
      ),
      (
        "4,097 in PKCS#7, as a certificate in PEM",
        Self.armoured(
          HostileDER.certificateSet(Array(repeating: one, count: 4_097)), "CERTIFICATE"),
        Self.decode
      ),
      (
        "4,097 of Netscape, as a certificate in PEM",
        Self.armoured(
          HostileDER.netscapeSequence(Array(repeating: one, count: 4_097)), "CERTIFICATE"),
        Self.decode
      ),
      ("4,096 of Netscape", HostileDER.netscapeSequence(Array(repeating: one, count: 4_096)), 0),
      ("4,097 in PEM", Data([UInt8](repeatElement(block, count: 4_097).joined())), Self.decode),
      (
        "40,000 in PEM",
        Data([UInt8](repeatElement(block, count: 40_000).joined())), Self.decode
      ),
    ]
    for (name, data, status) in rows {
      let (answer, isSmall) = Effort.isSmall { ImportCalls.importing(data) }
      #expect(answer.status == status && (answer.items == nil) == (status != 0), "\(name)")
      #expect(isSmall, "\(name)")
    }
  }

  @Test("SecItemImport of text and of depths")
  func texts() {
    func text(_ part: String, _ count: Int) -> Data {
      guard part.utf8.count > 1 else { return Data(repeating: part.utf8.first ?? 0, count: count) }
      var whole = Data(part.utf8)
      while whole.count < part.utf8.count * count { whole.append(whole) }
      return whole.prefix(part.utf8.count * count)
    }
    let rows: [(String, Data, OSStatus)] = [
      ("more than 64 MiB", Data(count: (64 << 20) + 1), Self.decode),
      ("more text than 16 MiB", text("A", 17 << 20), Self.decode),
      ("one letter again and again", text("A", HostileSize.text), Self.unknown),
      ("first lines alone", text("-----BEGIN CERTIFICATE-----\n", HostileSize.text / 28), -25256),
      (
        "one first line without end", Data("-----BEGIN ".utf8) + text("A", HostileSize.text), -25256
      ),
      (
        "one block",
        Data("-----BEGIN CERTIFICATE-----\n".utf8) + text("AAAA", HostileSize.text / 4),
        Self.unknown
      ),
      (
        "parameters without end",
        Data("-----BEGIN RSA PRIVATE KEY-----\n".utf8) + text("a: b\n", HostileSize.text / 5),
        -25256
      ),
      ("deep", HostileDER.nested(HostileSize.depth), Self.unknown),
      (
        "open ends",
        Data([UInt8](repeatElement([0x30, 0x80], count: HostileSize.elements).joined())),
        Self.unknown
      ),
    ]
    for (name, data, status) in rows {
      let (answer, isSmall) = Effort.isSmall { ImportCalls.importing(data) }
      #expect(answer.status == status && answer.items == nil, "\(name)")
      #expect(isSmall, "\(name)")
    }
  }

  private static func armoured(_ data: Data, _ label: String) -> Data {
    let body = data.base64EncodedString(options: [
      .lineLength64Characters, .endLineWithLineFeed,
    ])
    return Data("-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n".utf8)
  }
}
