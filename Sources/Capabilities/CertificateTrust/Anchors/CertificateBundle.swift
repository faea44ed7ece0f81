// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes

/// Reads the certificates of a bundle: a file of PEM blocks, as Linux distributions have it.
///
/// A block that is not a certificate is skipped, so that one bad block does not make the whole
/// bundle useless.
enum CertificateBundle {
  private static let begins = ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"]
    .map { Array("-----BEGIN \($0)-----".utf8) }
  private static let end = Array("-----END ".utf8)

  static func certificates(_ text: [UInt8]) -> [Certificate] {
    var found: [Certificate] = []
    var body: [UInt8]?
    for line in text.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }) {
      if begins.contains(where: { line.elementsEqual($0) }) {
        body = []
      } else if line.starts(with: end) {
        if let certificate = body.flatMap(certificate) { found.append(certificate) }
        body = nil
      } else {
        body?.append(contentsOf: line)
      }
    }
    return found
  }

  /// Decodes the base64 text of one PEM block, or returns nil if it is not a certificate.
  ///
  /// Trust settings of OpenSSL, which may follow the certificate in the block, are ignored.
  private static func certificate(_ text: [UInt8]) -> Certificate? {
    guard let der = Base64.bytes(text) else { return nil }
    return try? Certificate(der.span)
  }
}
