// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes
import SecureMemory

/// A certificate of the store: the item, and what it holds.
struct StoredCertificate {
  let match: Match
  let value: Certificate

  /// All of the store; items of the class that hold no certificate are counted on standard error.
  static func all(
    _ search: ObjectSearch, on terminal: Terminal
  ) throws(KeychainError) -> [StoredCertificate] {
    let matches = try search.all(.certificate, returns: .attributesAndSecret)
    let found = matches.compactMap { match in
      Self.certificate(in: match.secret).map { StoredCertificate(match: match, value: $0) }
    }
    let others = matches.count - found.count
    if others > 0 {
      terminal.complain(
        "\(others) of the items that should be certificates cannot be read as such; dump-items"
          + " cert shows them")
    }
    return found
  }
}

extension StoredCertificate {
  /// The certificate that an item holds; nil where it is none.
  static func certificate(in content: SecretBytes?) -> Certificate? {
    content.flatMap { $0.withBytes { try? Certificate($0) } }
  }

  /// The certificate that `-c` or `-Z` of the delete commands names (spec/security-cli.md 6).
  ///
  /// A hash wins over a name, a common name that is equal over one that holds the text. No text at
  /// all, which a script's empty variable is, names nothing.
  ///
  /// - Throws: `ambiguous` where two different certificates are equally good.
  static func chosen(
    from all: [StoredCertificate], name: String?, hash: String?
  ) throws(Ambiguous) -> StoredCertificate? {
    if let hash {
      guard let wanted = HexText.bytes(Array(hash.utf8)), hash.utf8.count.isMultiple(of: 2) else {
        return nil
      }
      return all.first { wanted == (try? $0.value.sha1()) || wanted == (try? $0.value.sha256()) }
    }
    guard let name, !name.isEmpty else { return nil }
    let equal = all.filter { $0.value.commonName == name }
    let best = equal.isEmpty ? all.filter { $0.holds(inName: name) } : equal
    guard Set(best.map(\.value)).count < 2 else { throw Ambiguous() }
    return best.first
  }

  /// Two certificates are equally good.
  struct Ambiguous: Error {}

  /// Whether the common name holds the text, whatever the case of either's letters.
  func holds(inName text: String) -> Bool {
    guard let name = value.commonName else { return false }
    let wanted = Array(text.lowercased().utf8)
    let letters = Array(name.lowercased().utf8)
    guard wanted.count <= letters.count else { return false }
    return (0...letters.count - wanted.count).contains { start in
      letters[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}
