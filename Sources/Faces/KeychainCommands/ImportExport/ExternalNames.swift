// SPDX-License-Identifier: Apache-2.0 (table)
import CryptoObjects
import ExternalFormats

/// The words for file formats (option `-f`) and kinds of items (option `-t`) in `import` and
/// `export` (Specification/security-cli.md, "Import and export").
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

  /// Returns the file format that the option `-f` names, or `unknown` if the option is not given.
  ///
  /// With the option `-w`, returns the encrypted form of that format.
  ///
  /// - Throws: `Stop.usage` if the word is unknown, or if the format has no encrypted form for
  ///   `-w`.
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
