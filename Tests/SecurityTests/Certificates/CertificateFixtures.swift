// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import TestVectors
import Testing

/// Reads the certificates in Tests/Vectors/certificates.
enum CertificateFixtures {
  static let accepted = Vector.all("certificates/accepted-v1.txt")

  /// Returns the DER of the certificate with this case name.
  static func data(_ name: String) throws -> Data {
    let vector = try #require(accepted.first { $0.testDescription == name }, "no \(name)")
    return Data(try vector.bytes("der"))
  }

  static func certificate(_ name: String) throws -> SecCertificate {
    try #require(SecCertificateCreateWithData(nil, try data(name) as NSData))
  }
}
