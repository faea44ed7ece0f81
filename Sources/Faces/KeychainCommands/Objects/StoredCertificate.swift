// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import FileKeychain
import KeychainTypes
import SecureMemory

/// A certificate that a command has found in a keychain.
struct StoredCertificate {
  /// The place where a command has found a certificate.
  enum Source {
    /// An item of the store.
    case store(Match)
    /// An item of a keychain file.
    case file(KeychainItem)
    /// A root certificate of the Linux distribution, which commands show in a keychain with this
    /// path.
    case authorities(path: String)
  }

  let source: Source
  let value: Certificate

  /// Returns all certificates of several keychains.
  ///
  /// Certificate items that contain no readable certificate are left out. Standard error gives the
  /// number of these items.
  ///
  /// - Parameter isTelling: True to name the keychains that cannot be searched on standard error.
  static func all(
    in keychains: [NamedKeychain], _ search: ObjectSearch, _ invocation: Invocation,
    isTelling: Bool = true
  ) throws(KeychainError) -> [StoredCertificate] {
    try EveryHit.of(keychains, telling: isTelling ? invocation : nil) {
      (member) throws(KeychainError) in
      switch member {
      case .store: try ofStore(search, on: invocation.terminal)
      case .file(let keychain): try ofFile(keychain, on: invocation.terminal)
      case .authorities(let path):
        invocation.store.trust.authorities.map {
          StoredCertificate(source: .authorities(path: path), value: $0)
        }
      }
    }
  }

  /// Returns all certificates of the store, without the certificates of keychain files.
  static func ofStore(
    _ search: ObjectSearch, on terminal: Terminal
  ) throws(KeychainError) -> [StoredCertificate] {
    let matches = try search.all(.certificate, returns: .attributesAndSecret)
    let found = matches.compactMap { match in
      Self.certificate(in: match.secret).map { StoredCertificate(source: .store(match), value: $0) }
    }
    let others = matches.count - found.count
    if others > 0 {
      terminal.complain(
        "\(others) certificate items hold no readable certificate; security dump-items"
          + " cert shows them")
    }
    return found
  }

  private static func ofFile(
    _ keychain: Keychain, on terminal: Terminal
  ) throws(KeychainError) -> [StoredCertificate] {
    var found: [StoredCertificate] = []
    var others = 0
    for item in try keychain.items(in: .certificates) {
      if let certificate = try item.certificate() {
        found.append(StoredCertificate(source: .file(item), value: certificate))
      } else {
        others += 1
      }
    }
    if others > 0 {
      terminal.complain(
        "\(keychain.path): \(others) certificate items hold no readable certificate")
    }
    return found
  }
}

extension StoredCertificate {
  /// True if both certificates are in one keychain.
  func isInSameKeychain(as other: StoredCertificate) -> Bool {
    switch (source, other.source) {
    case (.store, .store): true
    case (.file(let mine), .file(let item)): mine.keychain.path == item.keychain.path
    case (.authorities(let mine), .authorities(let path)): mine == path
    default: false
    }
  }

  /// Returns the lines that print the attributes of the certificate.
  func lines(_ invocation: Invocation) throws(KeychainError) -> [UInt8] {
    switch source {
    case .store(let match):
      ItemPrinter.render(match, keychain: try invocation.store.place().path)
    case .file(let item): try FileItemPrinter.render(item)
    case .authorities(let path):
      FileItemPrinter.render(
        try RecordValues(of: value), version: BlobVersion.plain.rawValue, keychain: path)
    }
  }

  /// Returns the hash of the public key, by which the private key is found.
  func publicKeyHash() throws(KeychainError) -> [UInt8] {
    do { return try value.subjectPublicKey.hash() } catch {
      throw KeychainError(.internalError, "SHA-1 is not available")
    }
  }

  /// Returns the certificate in the content of a keychain item; nil if the content is not a
  /// certificate.
  static func certificate(in content: SecretBytes?) -> Certificate? {
    content.flatMap { $0.withBytes { try? Certificate($0) } }
  }

  /// Returns the certificate that the user named by `-c` or `-Z` in a delete command
  /// (Specification/security-cli.md, "Certificates and identities").
  ///
  /// A hash takes precedence over a name. A certificate whose common name equals the text takes
  /// precedence over a certificate whose name contains the text. An empty text, such as an empty
  /// variable of a script, names no certificate. Nil if no certificate matches.
  ///
  /// - Throws: `Ambiguous` if two different certificates match equally well.
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

  /// The error for a name that two different certificates match equally well.
  struct Ambiguous: Error {}

  /// True if the common name of the certificate contains the text.
  ///
  /// Capital and small letters are regarded as equal.
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
