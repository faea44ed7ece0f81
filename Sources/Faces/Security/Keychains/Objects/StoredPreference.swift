// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import FileKeychain
import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// A preference of the user: the identity or certificate to use for a name, such as a URL or an
/// e-mail address (Specification/certificates.md, "Identity preferences").
///
/// A preference is a generic password without a secret. Its attribute `gena` is the persistent
/// reference of the certificate. The uses of the key are in the attribute `scrp`. They are also
/// part of the account, because the embedded store (the store of `SecItem` calls) has no `scrp`.
struct StoredPreference {
  /// The kind of a preference, which the attribute `type` of its item contains.
  enum Kind {
    case identity, certificate

    var type: FileValue {
      switch self {
      case .identity: .number(Relation.code("iprf"))
      case .certificate: .number(Relation.code("cprf"))
      }
    }
  }

  let kind: Kind
  let name: String
  let uses: UInt32

  /// Makes a preference for a name; the preference need not be stored.
  ///
  /// - Parameter uses: the uses of the key, as bits; 0 for a preference without uses.
  init(_ kind: Kind, _ name: NSString, _ uses: KeyUses) {
    (self.kind, self.name, self.uses) = (kind, String(name), uses.rawValue)
  }

  /// Stores the preference in the default keychain; if `certificate` is nil, removes it from all
  /// keychains.
  ///
  /// The certificate and its key are added to the default keychain if no keychain has them. If this
  /// preference has no uses, removing it removes all preferences of this kind for the name.
  func set(_ certificate: SecCertificate?, _ key: SecKey?) throws(KeychainError) {
    guard let certificate else { return try remove() }
    var rest = Self.tries
    while true {
      do throws(KeychainError) { return try store(certificate, key) } catch {
        rest -= 1
        // Another program has added or deleted one of the items after the search for it.
        guard [.duplicateItem, .invalidItemReference].contains(error.code), rest > 0 else {
          throw error
        }
      }
    }
  }

  /// The most attempts to store a preference while other programs store it too.
  private static let tries = 10

  private func store(_ certificate: SecCertificate, _ key: SecKey?) throws(KeychainError) {
    let keychain = try SecKeychain.forAdding(nil)
    let place = try kept(certificate, key, in: keychain)
    var values = RecordValues(.genericPasswords)
    values[Relation.code("type")] = kind.type
    values[Relation.code("svce")] = .text(name)
    values[Relation.printName] = .text(name)
    values[Relation.code("acct")] = .text(account(of: certificate.value))
    values[Relation.code("gena")] = .bytes(reference(to: place, keychain.keychains))
    if case .file = keychain.member {
      values[Relation.code("scrp")] = .signed(Int32(bitPattern: uses))
    }
    var old = try Self.items(kind, name, in: keychain).filter { Self.uses(of: $0.values) == uses }
    guard !old.isEmpty else {
      _ = try keychain.add(values, SecretBytes(copying: []))
      return
    }
    let first = old.removeFirst().item
    try first.change(GivenAttributes(values.terms), nil)
    for rest in old { try rest.item.delete() }
  }

  /// Removes the preference from all keychains that can be read.
  ///
  /// - Throws: the error of the last keychain, if no keychain can be read.
  private func remove() throws(KeychainError) {
    var failure: KeychainError?
    var isAnyRead = false
    for keychain in try Self.keychains() {
      let items: [(values: RecordValues, item: SecKeychainItem)]
      do throws(KeychainError) { items = try Self.items(kind, name, in: keychain) } catch {
        failure = error
        continue
      }
      isAnyRead = true
      for found in items where uses == 0 || Self.uses(of: found.values) == uses {
        try found.item.delete()
      }
    }
    if let failure, !isAnyRead { throw failure }
  }

  /// Returns the certificate that is preferred for the name; nil if there is no preference for the
  /// name.
  ///
  /// A preference whose certificate is missing is ignored.
  func certificate() throws(KeychainError) -> Certificate? {
    let keychains = try Self.keychains()
    for candidate in PreferenceNames.all(for: name) {
      var found: [(values: RecordValues, item: SecKeychainItem)] = []
      for keychain in keychains { found += (try? Self.items(kind, candidate, in: keychain)) ?? [] }
      for wanted in [[uses], [KeyUses.any.rawValue, .max], [0]] {
        for preference in found where wanted.contains(Self.uses(of: preference.values)) {
          if let certificate = try Self.certificate(of: preference.values) { return certificate }
        }
      }
    }
    return nil
  }
}

extension StoredPreference {
  /// Returns the keychains in which preferences are searched for: the default keychain, then the
  /// search list.
  private static func keychains() throws(KeychainError) -> [SecKeychain] {
    let keychains = try KeychainChoice.current()
    var all =
      try keychains.standard(keychains.preferenceDomain).map {
        [SecKeychain(keychains, $0)]
      } ?? []
    for keychain in try SecKeychain.searchList(keychains) where !all.contains(keychain) {
      all.append(keychain)
    }
    return all
  }

  private static func items(
    _ kind: Kind, _ name: String, in keychain: SecKeychain
  ) throws(KeychainError) -> [(values: RecordValues, item: SecKeychainItem)] {
    let terms = [
      RecordTerm(Relation.code("type"), kind.type), RecordTerm(Relation.code("svce"), .text(name)),
    ]
    let result = try ItemSearch(keychain).items(.genericPasswords, terms)
    if let failure = result.failure, failure.code != .noSuchKeychain { throw failure }
    var found: [(values: RecordValues, item: SecKeychainItem)] = []
    for item in result.items {
      do throws(KeychainError) { found.append((try item.values(), item)) } catch {
        // An item that was deleted after the search is left out.
        guard error.code == .invalidItemReference else { throw error }
      }
    }
    return found
  }

  private static let usesBegin = " [key usage 0x"

  /// Returns the account of a preference: the label of the certificate, then the uses of the key.
  private func account(of certificate: Certificate) -> String {
    let words = uses == 0 ? "" : Self.usesBegin + String(uses, radix: 16) + "]"
    return certificate.fileKeychainLabel + words + (kind == .identity ? " " : "")
  }

  /// Returns the key uses for which a preference holds, as the bits of a CSSM key usage mask.
  ///
  /// The uses stand in the attribute `scrp`, or as hexadecimal digits at the end of the attribute
  /// `acct`. The result is 0 if the preference names no key use.
  private static func uses(of values: RecordValues) -> UInt32 {
    if case .signed(let number)? = values[Relation.code("scrp")], number != 0 {
      return UInt32(bitPattern: number)
    }
    let bytes = values[Relation.code("acct")]?.content ?? []
    var account = Substring(String(decoding: bytes, as: UTF8.self))
    if account.last == " " { account = account.dropLast() }
    guard account.last == "]", let start = account.ranges(of: usesBegin).last else { return 0 }
    return UInt32(account[start.upperBound...].dropLast(), radix: 16) ?? 0
  }

  private func reference(
    to place: KeychainObjects.Place, _ keychains: Keychains
  ) -> [UInt8] {
    switch place {
    case .store(let reference): [UInt8](reference)
    case .file(let item, _): FileReference(item).encode(keychains.places)
    }
  }

  /// Returns the place of the certificate in a keychain of the user.
  ///
  /// A certificate or key that no keychain has is added to the given keychain.
  private func kept(
    _ certificate: SecCertificate, _ key: SecKey?, in keychain: SecKeychain
  ) throws(KeychainError) -> KeychainObjects.Place {
    let objects = try KeychainObjects(NSArray(array: Self.keychains()))
    if let key {
      let hash = try key.attributes().label
      if try !objects.privateKeys().contains(where: { $0.hash == hash }) {
        _ = try keychain.add(key, labelled: nil)
      }
    }
    let known = try objects.certificates().first { $0.value == certificate.value }
    if let known { return known.place }
    return try keychain.add(certificate)
  }

  private static func certificate(of values: RecordValues) throws(KeychainError) -> Certificate? {
    let bytes = values[Relation.code("gena")]?.content ?? []
    if let reference = FileReference(decoding: bytes) {
      let keychains = try KeychainChoice.current()
      let name = keychains.places.path(ofStored: reference.path)
      guard case .file(let file) = keychains.member(named: name) else { return nil }
      return try? file.item(reference.primaryKey).certificate()
    }
    return (try? StoreItems.object(Data(bytes)) as? SecCertificate)?.value
  }
}
