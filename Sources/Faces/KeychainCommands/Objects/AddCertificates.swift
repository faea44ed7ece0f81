// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import KeychainTypes
import SecureMemory

/// The command `add-certificates`, which adds all certificates of each given file to a keychain
/// (Specification/security-cli.md, "Certificates and identities").
///
/// The files may be in DER, PEM or PKCS#7 form. If a file cannot be read or has no new certificate,
/// the certificates of the other files are added nevertheless.
enum AddCertificates {
  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let keychain = try invocation.target(options, for: "SecKeychainCopyDefault")
    var status: Int32 = 0
    for path in options.operands {
      do {
        let (known, all) = try add(
          path, to: keychain.member, PasswordSearch.group(options), in: invocation)
        guard known > 0 else { continue }
        let name = keychain.name ?? "default keychain"
        let part = known == all ? "" : "\(known) of \(all) certificates "
        invocation.terminal.complain("\(shown(path)): \(part)already in \(name)")
        status = 1
      } catch {
        let refusal = Refusal.report(error, of: "\(shown(path))", in: invocation)
        // Scripts ask for the status of a locked keychain, and more files would end as this one.
        guard error.code != .interactionNotAllowed else { return refusal }
        status = 1
      }
    }
    return status
  }

  private static func shown(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }

  /// Adds all certificates of a file to a keychain.
  ///
  /// - Returns: the number of certificates that the keychain already had, and the number of all
  ///   certificates of the file.
  /// - Throws: -25257 if the file contains no certificate.
  private static func add(
    _ path: [UInt8], to keychain: Keychains.Member, _ group: RequestedGroup,
    in invocation: Invocation
  ) throws(KeychainError) -> (known: Int, all: Int) {
    let content = try InputFile.read(path)
    var certificates: [ImportedItem] = []
    let recognized = try RecognizedContent(content, ItemImport.Hints()) { labels in
      SkippedBlocks.tell(labels, in: shown(path), on: invocation.terminal)
    }
    SkippedBlocks.tell(damaged: recognized.damagedBlock, in: shown(path), on: invocation.terminal)
    try recognized.read { part in
      certificates += part.items.filter { entry in
        if case .certificate = entry.item { true } else { false }
      }
    }
    guard !certificates.isEmpty else {
      throw KeychainError(.init(rawValue: -25257), "there is no certificate in the file")
    }
    var known = 0
    for certificate in certificates {
      do throws(KeychainError) {
        switch keychain {
        case .store:
          _ = try invocation.store.add(
            certificate.newItem(ImportedKeyTerms()), group: group, to: invocation.store.service())
        case .file(let file): _ = try file.add(certificate.item)
        case .authorities(let path): throw KeychainError.authorities(path)
        }
      } catch {
        guard error.code == .duplicateItem else { throw error }
        known += 1
      }
    }
    return (known, certificates.count)
  }
}
