// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainTypes
import SecureMemory

/// add-certificates (spec/security-cli.md 6): all certificates of each file, in DER, PEM or PKCS#7.
///
/// A file that brings nothing new, or cannot be read, does not keep the others from being added.
enum AddCertificates {
  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let keychain = options.value(.letter("k"))
    try KeychainOperands.check(keychain.map { [$0] } ?? [], of: "-k", invocation)
    var status: Int32 = 0
    for path in options.operands {
      do {
        let isNew = try add(path, PasswordSearch.group(options), in: invocation)
        guard !isNew else { continue }
        let name = keychain.map { String(decoding: $0, as: UTF8.self) } ?? "default keychain"
        invocation.terminal.complain("\(shown(path)): already in \(name)")
        status = 1
      } catch {
        _ = Refusal.report(error, of: "\(shown(path))", in: invocation)
        status = 1
      }
    }
    return status
  }

  private static func shown(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }

  /// Whether all certificates of a file were new.
  private static func add(
    _ path: [UInt8], _ group: RequestedGroup, in invocation: Invocation
  ) throws(KeychainError) -> Bool {
    let content = try InputFile.read(path)
    var certificates: [ImportedItem] = []
    let known = try RecognizedContent(content, ItemImport.Hints()) { labels in
      SkippedBlocks.tell(labels, in: shown(path), on: invocation.terminal)
    }
    SkippedBlocks.tell(damaged: known.damagedBlock, in: shown(path), on: invocation.terminal)
    try known.read { part in
      certificates += part.items.filter { entry in
        if case .certificate = entry.item { true } else { false }
      }
    }
    guard !certificates.isEmpty else {
      throw KeychainError(.init(rawValue: -25257), "there is no certificate in the file")
    }
    let service = try invocation.store.service()
    var isNew = true
    for certificate in certificates {
      do {
        _ = try invocation.store.add(
          certificate.newItem(ImportedKeyTerms()), group: group, to: service)
      } catch {
        guard error.code == .duplicateItem else { throw error }
        isNew = false
      }
    }
    return isNew
  }
}
