// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import Foundation
import KeychainTypes
import Testing

/// Tests of the file form of trust settings (Specification/certificates.md, "Trust settings").
@Suite("files of trust settings") struct TrustSettingsListTests {
  /// The text of a file as Apple's systems write it, for a certificate.
  private static func applesFile(_ name: String) throws -> String {
    let certificate = try TrustFixtures.certificate(name)
    let hash = try HexText.upperCase(certificate.sha1())
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>trustList</key>
      \t<dict>
      \t\t<key>\(hash)</key>
      \t\t<dict>
      \t\t\t<key>issuerName</key>
      \t\t\t<data>
      \t\t\t\(Data(certificate.encodedIssuer).base64EncodedString())
      \t\t\t</data>
      \t\t\t<key>modDate</key>
      \t\t\t<date>2024-05-06T07:08:09Z</date>
      \t\t\t<key>serialNumber</key>
      \t\t\t<data>
      \t\t\t\(Data(certificate.serialNumber).base64EncodedString())
      \t\t\t</data>
      \t\t\t<key>trustSettings</key>
      \t\t\t<array>
      \t\t\t\t<dict>
      \t\t\t\t\t<key>kSecTrustSettingsAllowedError</key>
      \t\t\t\t\t<integer>-2147408896</integer>
      \t\t\t\t\t<key>kSecTrustSettingsKeyUsage</key>
      \t\t\t\t\t<integer>-1</integer>
      \t\t\t\t\t<key>kSecTrustSettingsPolicy</key>
      \t\t\t\t\t<data>
      \t\t\t\t\tKoZIhvdjZAED
      \t\t\t\t\t</data>
      \t\t\t\t\t<key>kSecTrustSettingsPolicyName</key>
      \t\t\t\t\t<string>sslServer</string>
      \t\t\t\t\t<key>kSecTrustSettingsPolicyString</key>
      \t\t\t\t\t<string>w.example.com</string>
      \t\t\t\t\t<key>kSecTrustSettingsResult</key>
      \t\t\t\t\t<integer>1</integer>
      \t\t\t\t</dict>
      \t\t\t\t<dict>
      \t\t\t\t\t<key>kSecTrustSettingsPolicy</key>
      \t\t\t\t\t<data>
      \t\t\t\t\tKoZIhvdjZAEC
      \t\t\t\t\t</data>
      \t\t\t\t\t<key>kSecTrustSettingsPolicyName</key>
      \t\t\t\t\t<string>basicX509</string>
      \t\t\t\t</dict>
      \t\t\t</array>
      \t\t</dict>
      \t</dict>
      \t<key>trustVersion</key>
      \t<integer>1</integer>
      </dict>
      </plist>

      """
  }

  @Test("a file of Apple's systems is read, and written byte for byte")
  func apples() throws {
    let text = try Self.applesFile("R")
    let settings = try TrustSettings(Array(text.utf8))
    let record = try #require(try settings.record(of: TrustFixtures.certificate("R")))
    #expect(CivilTime(record.changed).internetForm == "2024-05-06T07:08:09Z")
    let list = try #require(record.settings)
    #expect(list.count == 2)
    #expect(list[0].policy == SettingPolicy.all.first { $0.word == "ssl" }?.identifier)
    #expect(list[0].policyString == "w.example.com" && list[0].keyUsage == .any)
    #expect(list[0].allowedError == AllowedError.hostMismatch && list[0].result == .trustRoot)
    #expect(list[1].policyName == "basicX509" && list[1].result == nil)
    #expect(String(decoding: settings.bytes(isExported: true), as: UTF8.self) == text)
    // The binary form of the same list.
    let object = try unsafe PropertyListSerialization.propertyList(
      from: Data(text.utf8), format: nil)
    let binary = try PropertyListSerialization.data(
      fromPropertyList: object, format: .binary, options: 0)
    #expect(try TrustSettings([UInt8](binary)) == settings)
  }

  @Test("exported settings have no certificates, and an import keeps those that are known")
  func exchange() throws {
    let settings = try SettingsFixture.settings([
      "R": [SettingsFixture.result(.deny)], "I": nil, "L": [],
    ])
    let exported = try TrustSettings(settings.bytes(isExported: true))
    #expect(exported != settings && exported.certificates.isEmpty)
    #expect(exported.bytes(isExported: true) == settings.bytes(isExported: true))
    #expect(exported.keepingCertificates(of: settings) == settings)
    #expect(try TrustSettings(settings.bytes(isExported: false)) == settings)
    #expect(settings.certificates.count == 3)
    let keys = try #require(
      try unsafe PropertyListSerialization.propertyList(
        from: Data(settings.bytes(isExported: true)), format: nil) as? [String: Any])
    #expect(keys["trustVersion"] as? Int == 1)
    let records = try #require(keys["trustList"] as? [String: [String: Any]])
    let names: Set = ["issuerName", "serialNumber", "modDate", "trustSettings"]
    for record in records.values {
      let isApples = names.isSuperset(of: record.keys)
      #expect(isApples)
    }
  }

  @Test("no file that is cut is read, at every byte")
  func cut() throws {
    let bytes = Array(try Self.applesFile("R").utf8)
    for count in 0..<bytes.count - 1 {
      #expect(throws: KeychainError.self) { try TrustSettings(Array(bytes.prefix(count))) }
    }
  }

  /// Changes of the text, each of which makes a file that is no list of trust settings.
  static let damages: [(String, String)] = [
    ("<integer>1</integer>\n</dict>\n</plist>", "<integer>2</integer>\n</dict>\n</plist>"),
    ("<key>trustVersion</key>", "<key>version</key>"),
    ("<key>trustList</key>", "<key>list</key>"),
    (
      "<key>kSecTrustSettingsResult</key>\n\t\t\t\t\t<integer>1",
      "<key>kSecTrustSettingsResult</key>\n\t\t\t\t\t<integer>0"
    ),
    (
      "<key>kSecTrustSettingsResult</key>\n\t\t\t\t\t<integer>1",
      "<key>kSecTrustSettingsResult</key>\n\t\t\t\t\t<integer>5"
    ),
    ("<integer>-1</integer>", "<integer>4294967296</integer>"),
    ("<integer>-2147408896</integer>", "<string>-2147408896</string>"),
    ("KoZIhvdjZAED", "AAA"),
    ("<data>\n\t\t\t\t\tKoZIhvdjZAED\n\t\t\t\t\t</data>", "<data></data>"),
    ("<string>w.example.com</string>", "<true/>"),
    ("<array>\n", "<array>\n<string>a</string>\n"),
    ("<date>2024-05-06T07:08:09Z</date>", "<string>2024</string>"),
  ]

  @Test("damaged members", arguments: damages.indices)
  func damaged(_ place: Int) throws {
    let (from, to) = Self.damages[place]
    let text = try Self.applesFile("R")
    #expect(text.contains(from))
    do throws(KeychainError) {
      _ = try TrustSettings(Array(text.replacingOccurrences(of: from, with: to).utf8))
      Issue.record("\(to) is read")
    } catch {
      #expect(error.code == .invalidTrustSettings)
    }
  }

  @Test("a record counts only for the certificate with its issuer and serial number")
  func identity() throws {
    let text = try Self.applesFile("R")
    let serial = Data(try TrustFixtures.certificate("R").serialNumber).base64EncodedString()
    let other = text.replacingOccurrences(of: serial, with: "CQk=")
    #expect(other != text)
    let settings = try TrustSettings(Array(other.utf8))
    #expect(try settings.record(of: TrustFixtures.certificate("R")) == nil)
    #expect(settings.records.count == 1)
  }

  @Test("unknown members are kept")
  func unknown() throws {
    let text = try Self.applesFile("R").replacingOccurrences(
      of: "<string>sslServer</string>",
      with: "<string>sslServer</string>\n\t\t\t\t\t<key>newCondition</key>\n\t\t\t\t\t<true/>")
    let settings = try TrustSettings(Array(text.utf8))
    #expect(
      settings.records.values.first?.settings?.first?.others == ["newCondition": .truth(true)])
    #expect(try TrustSettings(settings.bytes(isExported: true)) == settings)
  }
}
