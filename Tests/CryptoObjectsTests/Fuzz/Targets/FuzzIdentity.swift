// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// Certificates for keys that tests make, whose signatures are invalid.
enum FuzzIdentity {
  /// Returns a certificate with a common name, a serial number and a subject key identifier.
  static func certificate(_ key: SoftwareKey, _ name: String, _ serial: UInt8) -> [UInt8] {
    let algorithm = DERWriter.sequence([
      DERWriter.element(.objectIdentifier, OID(1, 2, 840, 10045, 4, 3, 2).content)
    ])
    let pair = DERWriter.sequence([
      DERWriter.element(.objectIdentifier, OID(2, 5, 4, 3).content),
      DERWriter.element(DERTag(rawValue: 0x0c), Array(name.utf8)),
    ])
    let title = DERWriter.sequence([DERWriter.element(.set, pair)])
    let times = ["20200101000000Z", "20400101000000Z"].map {
      DERWriter.element(.generalizedTime, Array($0.utf8))
    }
    let identifier = DERWriter.element(
      .octetString, DERWriter.element(.octetString, [1, 2, 3, serial]))
    let extensions = DERWriter.sequence([
      DERWriter.sequence([
        DERWriter.element(.objectIdentifier, OID(2, 5, 29, 14).content), identifier,
      ])
    ])
    let body = DERWriter.sequence([
      DERWriter.element(.context(0, isConstructed: true), DERWriter.integer([2])),
      DERWriter.integer([serial]), algorithm, title, DERWriter.sequence(times), title,
      key.subjectPublicKeyInfo, DERWriter.element(.context(3, isConstructed: true), extensions),
    ])
    return DERWriter.sequence([body, algorithm, DERWriter.bitString([0])])
  }
}
