// SPDX-License-Identifier: Apache-2.0 (table)
import CryptoObjects
import ExternalFormats

/// The words of `-f` and `-t` (spec/security-cli.md 7).
enum ExternalNames {
  static let formats: [String: ExternalFormat] = [
    "openssl": .openSSL, "openssh1": .ssh, "openssh2": .sshVersion2, "bsafe": .bsafe,
    "raw": .rawKey, "pkcs7": .pkcs7, "pkcs8": .wrappedPKCS8, "pkcs12": .pkcs12,
    "netscape": .netscapeCertificateSequence, "pemseq": .pemSequence, "x509": .x509Certificate,
  ]

  static let types: [String: ExternalItemType] = [
    "pub": .publicKey, "priv": .privateKey, "session": .sessionKey, "cert": .certificate,
    "agg": .aggregate,
  ]

  /// The format that `-f` names; unknown without it.
  ///
  /// - Throws: the usage, for a word that is none, and where `-w` asks for a format under a
  ///   password that there is not.
  static func format(_ options: OptionReader, on terminal: Terminal) throws(Stop) -> ExternalFormat
  {
    var format = ExternalFormat.unknown
    if let word = options.value(.letter("f")) {
      guard let named = formats[String(decoding: word, as: UTF8.self)] else {
        throw .usage(message: WordList.message("-f", formats.keys.sorted()))
      }
      format = named
    }
    guard options.contains(.letter("w")) else { return format }
    switch format {
    case .openSSL, .unknown, .sshVersion2: return .wrappedOpenSSL
    case .ssh: return .wrappedSSH
    case .wrappedPKCS8: return .wrappedPKCS8
    default:
      terminal.error("Don't know how to wrap in specified format/type\n")
      throw .usage()
    }
  }
}
