// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainTypes
import SecureMemory

/// Reads the certificate whose trust settings a command changes.
enum TrustedCertificateFile {
  /// Returns the first certificate of a file in DER, PEM or PKCS#7 form.
  ///
  /// A line on standard error tells about further certificates, which are not used.
  ///
  /// - Throws: status 1 after a message, if the file has no certificate or cannot be read.
  static func certificate(_ path: [UInt8], _ invocation: Invocation) throws(Stop) -> Certificate {
    let terminal = invocation.terminal
    let name = String(decoding: path, as: UTF8.self)
    var certificates: [Certificate] = []
    do throws(KeychainError) {
      let known = try RecognizedContent(InputFile.read(path), ItemImport.Hints()) { labels in
        SkippedBlocks.tell(labels, in: name, on: terminal)
      }
      SkippedBlocks.tell(damaged: known.damagedBlock, in: name, on: terminal)
      try known.read { part in
        for entry in part.items {
          if case .certificate(let certificate) = entry.item { certificates.append(certificate) }
        }
      }
    } catch {
      terminal.error("Error reading file \(VisibleText.of(name))\n")
      _ = Refusal.report(error, of: nil, in: invocation)
      throw .status(1)
    }
    guard let first = certificates.first else {
      terminal.error("Error reading file \(VisibleText.of(name))\n")
      terminal.complain("there is no certificate in the file")
      throw .status(1)
    }
    if certificates.count > 1 {
      terminal.complain("only the first certificate of the file is used")
    }
    return first
  }
}
