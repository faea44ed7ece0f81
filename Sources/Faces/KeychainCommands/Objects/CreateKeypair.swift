// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import KeychainTypes
import SecureMemory

/// The command `create-keypair`, which stores a new private key and its public key under a common
/// label (Specification/security-cli.md, "Keychain administration").
///
/// If either key cannot be stored, neither is stored. Apple's default of 512 bits for RSA is not
/// safe today, so the default is 2048 bits. The algorithm `ec` is an addition of Latchkey. DSA,
/// Diffie-Hellman and FEE are refused.
struct CreateKeypair {
  private enum Algorithm: String, CaseIterable {
    case rsa, dsa, dh, fee, ec

    /// The key family of the algorithm, and its default size in bits; nil if the algorithm is
    /// refused.
    var family: (KeyFamily, bits: Int)? {
      switch self {
      case .rsa: (.rsa, 2048)
      case .ec: (.ec, 256)
      case .dsa, .dh, .fee: nil
      }
    }
  }

  private static let unlabelled = "<key>"

  private let invocation: Invocation
  private let options: OptionReader
  private let target: NamedKeychain
  /// The programs that may use the private key; nil if the pair is added to the store, whose items
  /// have no access lists.
  private let trust: TrustOptions?

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let target = try invocation.target(options, for: "SecKeyCreatePair")
    let trust = target.isStore ? nil : try TrustOptions(options, invocation)
    return try CreateKeypair(
      invocation: invocation, options: options, target: target, trust: trust
    ).run()
  }

  private func run() throws(Stop) -> Int32 {
    let algorithm = try algorithm()
    let bits = try bits()
    tellWhatHasNoEffect()
    do throws(KeychainError) {
      guard let (family, size) = algorithm.family else {
        throw KeychainError(.unimplemented, "keys of this algorithm are not supported")
      }
      let key = try SoftwareKey(generating: family, bits: bits ?? size)
      switch target.member {
      case .store: try store(key)
      case .file(let keychain): try add(key, to: keychain)
      case .authorities(let path): throw KeychainError.authorities(path)
      }
      if options.contains(.letter("H")) {
        let label = SecretBytes(copying: try key.label())
        invocation.terminal.output(publicContent: PEMBlock.text("PUBLIC KEY HASH", label))
      }
      return 0
    } catch {
      _ = Refusal.report(error, of: "SecKeyCreatePair \(target.shown)", in: invocation)
      return 1
    }
  }

  private func tellWhatHasNoEffect() {
    guard ["f", "t", "d"].contains(where: { options.contains(.letter($0)) }) else { return }
    invocation.terminal.complain(
      "-f, -t and -d have no effect: keys have no validity dates here")
  }

  private func algorithm() throws(Stop) -> Algorithm {
    guard let bytes = options.value(.letter("a")) else { return .rsa }
    let word = String(decoding: bytes, as: UTF8.self)
    guard let algorithm = Algorithm.allCases.first(where: { $0.rawValue.hasPrefix(word) }) else {
      throw .usage(message: "Invalid algorithm: \(word)")
    }
    return algorithm
  }

  private func bits() throws(Stop) -> Int? {
    guard let bytes = options.value(.letter("s")) else { return nil }
    guard let bits = Int(String(decoding: bytes, as: UTF8.self)) else {
      throw .usage(message: "-s takes the size of the key in bits")
    }
    return bits
  }

  /// Stores the public key of a new pair, and then the private key.
  ///
  /// If the private key cannot be stored, the public key is deleted again.
  private func store(_ key: SoftwareKey) throws(KeychainError) {
    let store = invocation.store
    let service = try store.service()
    let group = PasswordSearch.group(options)
    var publicHalf = try newItem(key.publicHalf())
    publicHalf.returns = .persistentReference
    let stored = try store.add(publicHalf, group: group, to: service)
    do throws(KeychainError) {
      _ = try store.add(try newItem(key), group: group, to: service)
    } catch {
      if let stored {
        var query = Query(.key)
        query.references = [.identifier(.key, stored.identifier)]
        _ = try? store.answer(StoreCall(.delete(query)), by: service)
      }
      throw error
    }
  }

  private var label: String {
    options.operands.first.map { String(decoding: $0, as: UTF8.self) } ?? Self.unlabelled
  }

  private static let terms = {
    var terms = ImportedKeyTerms()
    terms.isSensitive = false
    return terms
  }()

  private func newItem(_ key: SoftwareKey) throws(KeychainError) -> NewItem {
    try ImportedItem(.key(key), name: label).newItem(Self.terms)
  }

  /// Adds a new pair to a keychain file.
  ///
  /// If neither `-A` nor `-T` is given, no program is trusted to use the private key. The option
  /// `-A` trusts the command `security` alone, as on Apple's systems
  /// (Specification/security-cli.md, "Keychain administration").
  private func add(_ key: SoftwareKey, to keychain: Keychain) throws(KeychainError) {
    var programs: [TrustedProgram] = []
    if let trust, trust.isGiven {
      programs = trust.programs ?? [keychain.callingProgram]
    }
    try keychain.addPair(
      key, named: label, Self.terms, .standard(Array(label.utf8), trusting: programs))
  }
}
