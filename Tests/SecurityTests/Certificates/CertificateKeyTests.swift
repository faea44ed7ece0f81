// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import TestVectors
import Testing

/// Tests of Specification/certificates.md, "Conformance cases", case 23.
// Specification/certificates.md, "CopyKey of a certificate".
@Suite("SecCertificate: the key")
struct CertificateKeyTests {
  @Test("23: keys of each kind", arguments: Vector.all("certificates/keys-v1.txt"))
  func key(vector: Vector) throws {
    let data = Data(try vector.bytes("der"))
    let certificate = try #require(SecCertificateCreateWithData(nil, data as CFData))
    let key = SecCertificateCopyKey(certificate)
    guard vector.fields["key"] != "none" else {
      #expect(key == nil)
      var found: SecKey?
      let status = unsafe SecCertificateCopyPublicKey(certificate, &found)
      #expect(status == errSecUnsupportedKeyFormat && found == nil)
      return
    }
    let form = Data(try vector.bytes("key"))
    let found = try #require(key)
    #expect(KeyCalls.form(found) == form)
    #expect(SecCertificateCopyKey(certificate) == found)
    #expect(SecCertificateCopyPublicKey(certificate) == found)
    #expect(KeyCalls.attributes(found)["kcls"] as? String == "0")
  }
}
