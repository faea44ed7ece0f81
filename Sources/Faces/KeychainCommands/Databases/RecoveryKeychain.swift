// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// The command `create-filevaultmaster-keychain`, which makes a keychain with an RSA pair and a
/// self-signed certificate, for the recovery of disks of a Mac (Specification/security-cli.md,
/// "Keychain administration").
struct RecoveryKeychain {
  /// The sizes of keys in bits that the option `-s` accepts.
  static let sizes = ["1024", "2048", "4096"]

  private static let standardName = "FileVaultMaster.keychain"
  private static let standardSize = 2_048
  private static let label = "FileVault Recovery Key"
  private static let call = "create-filevaultmaster-keychain"

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let keychains = try invocation.keychains()
    let name = try invocation.keychainName(
      options.operands.first ?? Array(standardName.utf8), in: keychains, for: "SecKeychainCreate")
    let size = try size(options)
    if case .file(let file) = keychains.member(named: name, creating: true), file.exists {
      invocation.watch("SecKeychainCreate", on: file)?
        .end(KeychainError(.duplicateKeychain, "a file with this name exists already"))
      invocation.terminal.error("The keychain file \(VisibleText.of(name)) already exists\n")
      return KeychainError.Code.duplicateKeychain.rawValue
    }
    let password: SecretBytes
    if let value = options.value(.letter("p")) {
      password = SecretBytes(copying: value)
    } else {
      password = try KeychainPassword.new(for: "SecKeychainCreate \(name)", invocation)
    }
    invocation.terminal.output(
      "Generating a \(size) bit key pair; this may take several minutes\n")
    do throws(KeychainError) {
      // The key pair and the certificate are made before the keychain. If making them fails, no
      // keychain is left behind.
      let key = try SoftwareKey(generating: .rsa, bits: size)
      let certificate = try certificate(of: key, at: invocation.store.trust.now)
      let keychain = try keychains.create(name, password: password)
      do throws(KeychainError) {
        try fill(keychain, key, certificate)
      } catch {
        try? keychains.remove(keychain)
        throw error
      }
      return 0
    } catch {
      return Refusal.report(error, of: "\(call) \(name)", in: invocation)
    }
  }

  private static func size(_ options: OptionReader) throws(Stop) -> Int {
    guard let word = options.value(.letter("s")) else { return standardSize }
    let text = String(decoding: word, as: UTF8.self)
    guard sizes.contains(text), let size = Int(text) else {
      throw .usage(message: WordList.message("-s", sizes))
    }
    return size
  }

  private static func fill(
    _ keychain: Keychain, _ key: SoftwareKey, _ certificate: Certificate
  ) throws(KeychainError) {
    let access = AccessList.standard(Array(label.utf8), trusting: [keychain.callingProgram])
    try keychain.addPair(key, named: label, ImportedKeyTerms(), access)
    _ = try keychain.add(.certificate(certificate))
  }

  // MARK: The certificate (RFC 5280 section 4.1)

  private static let years = 10
  private static let serialSize = 8
  private static let signing = "algid:sign:RSA:message-PKCS1v15:SHA256"
  /// The signature algorithm sha256WithRSAEncryption, whose parameters are NULL (RFC 4055
  /// section 5).
  private static let algorithm = DERWriter.sequence([
    identifier(OID(1, 2, 840, 113_549, 1, 1, 11)), DERWriter.element(.null, []),
  ])
  private static let version: [UInt8] = [0xA0, 3, 2, 1, 2]
  /// The tags of UTF8String, UTCTime and GeneralizedTime.
  private static let (text, shortTime, longTime) = (
    DERTag(rawValue: 0x0C), DERTag(rawValue: 0x17), DERTag(rawValue: 0x18)
  )
  /// The extension for the key usage: the key encrypts keys and data.
  ///
  /// The bits keyEncipherment and dataEncipherment are set (RFC 5280 section 4.2.1.3). The last
  /// four bits of the byte are unused.
  private static let usage = DERWriter.sequence([
    identifier(OID(2, 5, 29, 15)), DERWriter.element(.boolean, [0xFF]),
    DERWriter.element(.octetString, DERWriter.element(.bitString, [4, 0x30])),
  ])

  private static let failure = KeychainError(
    .internalError, "the system's cryptography failed")

  private static func identifier(_ oid: OID) -> [UInt8] {
    DERWriter.element(.objectIdentifier, oid.content)
  }

  /// Returns the certificate that a key signs for itself, valid from now on.
  private static func certificate(
    of key: SoftwareKey, at now: Instant
  ) throws(KeychainError) -> Certificate {
    var serial: [UInt8]
    do throws(RandomnessError) {
      serial = try SystemRandomness().bytes(count: serialSize)
    } catch {
      throw failure
    }
    // A serial number is not 0 (RFC 5280 section 4.1.2.2), so one bit is always set.
    serial[0] |= 1
    let name = DERWriter.sequence([
      DERWriter.element(
        .set,
        DERWriter.sequence([
          identifier(.commonName), DERWriter.element(text, Array(label.utf8)),
        ]))
    ])
    let content = DERWriter.sequence([
      version, DERWriter.integer(serial), algorithm, name,
      DERWriter.sequence([time(now, plusYears: 0), time(now, plusYears: years)]), name,
      key.subjectPublicKeyInfo,
      DERWriter.element(
        .context(3, isConstructed: true), DERWriter.sequence([usage])),
    ])
    guard let algorithm = KeyAlgorithm(name: signing) else { throw failure }
    let signature = try key.sign(content.span, algorithm)
    let bytes = DERWriter.sequence([content, Self.algorithm, DERWriter.bitString(signature)])
    do throws(DERFailure) { return try Certificate(bytes.span) } catch {
      throw failure
    }
  }

  private static func time(_ now: Instant, plusYears years: Int) -> [UInt8] {
    let days = Int64(years) * 365
    let time = CivilTime(now.advanced(byMicroseconds: days * 86_400_000_000))
    let digits = Array(time.keychainForm.utf8)
    // A time from 2050 on is a GeneralizedTime, whose year has four digits (RFC 5280
    // section 4.1.2.5).
    return time.year < 2_050
      ? DERWriter.element(shortTime, Array(digits.dropFirst(2)))
      : DERWriter.element(longTime, digits)
  }
}
