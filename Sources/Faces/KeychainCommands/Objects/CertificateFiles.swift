// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainTypes

/// Reads the certificates of files that the user named on the command line.
enum CertificateFiles {
  /// Returns the certificates of all files, in order.
  ///
  /// The files may be in DER, PEM or PKCS#7 form, and may also have keys, which are left out.
  ///
  /// - Throws: status 1 after a message that names the file that cannot be read.
  static func read(_ paths: [[UInt8]], in invocation: Invocation) throws(Stop) -> [Certificate] {
    var certificates: [Certificate] = []
    for path in paths {
      let name = String(decoding: path, as: UTF8.self)
      do throws(KeychainError) {
        let known = try RecognizedContent(InputFile.read(path), ItemImport.Hints()) { labels in
          SkippedBlocks.tell(labels, in: name, on: invocation.terminal)
        }
        SkippedBlocks.tell(damaged: known.damagedBlock, in: name, on: invocation.terminal)
        try known.read { part in
          for entry in part.items {
            if case .certificate(let certificate) = entry.item { certificates.append(certificate) }
          }
        }
      } catch {
        _ = Refusal.report(error, of: name, in: invocation)
        throw .status(1)
      }
    }
    return certificates
  }
}
