// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import ExternalFormats
import FileKeychain
import Glibc
import KeychainTypes
import SecureMemory

/// The command `add-trusted-cert`, which sets the trust settings of a certificate
/// (Specification/security-cli.md, "Trust, verification, CMS, misc").
///
/// There is one setting for each combination of a policy, a name and an allowed failure.
struct AddTrustedCertificate {
  /// The words for the result of a trust setting that the option `-r` accepts.
  static let results = ["trustRoot", "trustAsRoot", "deny", "unspecified"]
  /// The words for the policy of a trust setting that the option `-p` accepts.
  static let policies = SettingPolicy.all.map(\.word)
  /// The words for failures that a trust setting can allow, as the option `-e` accepts them.
  static let failures = ["certExpired", "hostnameMismatch"]

  private static let mostPolicies = 16
  private static let mostNames = 128
  private static let mostFailures = 128

  private let invocation: Invocation
  private let options: OptionReader
  private let settings: [TrustSetting]?

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let command = try AddTrustedCertificate(invocation)
    guard let path = command.options.operands.first else {
      invocation.terminal.error("No cert file specified.\n")
      return 1
    }
    let certificate = try TrustedCertificateFile.certificate(path, invocation)
    if command.options.contains(.letter("o")) { return try command.write(certificate) }
    return try command.set(certificate)
  }

  private init(_ invocation: Invocation) throws(Stop) {
    self.invocation = invocation
    options = try invocation.options()
    settings = try SettingOptions(options).settings(invocation)
    guard !options.contains(.letter("i")) || options.contains(.letter("o")) else {
      throw .usage(message: "-i needs -o, the file to write")
    }
  }

  private func set(_ certificate: Certificate) throws(Stop) -> Int32 {
    let domain: TrustDomain = options.contains(.letter("d")) ? .admin : .user
    let trust = invocation.store.trust
    let isRefused = domain == .admin && !trust.places.isAdministrator
    // The certificate is added to the keychain before its settings are written. If the settings are
    // then refused, a certificate without settings has no effect.
    if !isRefused, let status = try addToKeychain(certificate) { return status }
    do throws(KeychainError) {
      try trust.places.set(settings, of: certificate, in: domain, at: trust.now)
      return 0
    } catch {
      return TrustRefusal.report(error, of: "SecTrustSettingsSetTrustSettings", in: invocation)
    }
  }

  /// The keychain of certificates for all users, by its name and by its path on Apple's systems.
  ///
  /// If the option `-k` names this keychain, the certificate is added to no keychain. The command
  /// works as on Apple's systems nevertheless, because the administrator's settings contain the
  /// certificate.
  private static let systemKeychain: [[UInt8]] = [
    "System.keychain", "/Library/Keychains/System.keychain",
  ]
  .map { Array($0.utf8) }

  /// Adds the certificate to the keychain of the option `-k`, unless the keychain has it already.
  ///
  /// - Returns: the status of the command if the certificate could not be added; otherwise nil.
  private func addToKeychain(_ certificate: Certificate) throws(Stop) -> Int32? {
    guard let name = options.value(.letter("k")), !Self.systemKeychain.contains(name),
      let keychain = try invocation.named([name], of: "-k").first
    else { return nil }
    let item = ImportedItem(.certificate(certificate))
    do throws(KeychainError) {
      switch keychain.member {
      case .store:
        let new = try item.newItem(ImportedKeyTerms())
        let service = try invocation.store.service()
        _ = try invocation.store.add(new, group: PasswordSearch.group(options), to: service)
      case .file(let file): _ = try file.add(item.item)
      case .authorities(let path): throw KeychainError.authorities(path)
      }
    } catch {
      guard error.code != .duplicateItem else { return nil }
      _ = Refusal.report(error, of: "SecCertificateAddToKeychain", in: invocation)
      return 1
    }
    return nil
  }

  /// Writes a file with the settings of the certificate, and with the settings in the file of the
  /// option `-i`.
  private func write(_ certificate: Certificate) throws(Stop) -> Int32 {
    var all = TrustSettings()
    if let path = options.value(.letter("i")) {
      all = try TrustSettingsExchange.read(path, "SecTrustSettingsSetTrustSettings", invocation)
    }
    do throws(KeychainError) {
      try all.set(settings, of: certificate, at: invocation.store.trust.now)
    } catch {
      return TrustRefusal.report(error, of: "SecTrustSettingsSetTrustSettings", in: invocation)
    }
    guard let path = options.value(.letter("o")) else { return 0 }
    let bytes = all.bytes(isExported: true)
    try TrustSettingsExchange.write(bytes, to: path, invocation)
    if !invocation.terminal.isQuiet {
      let name = VisibleText.of(String(decoding: path, as: UTF8.self))
      invocation.terminal.output("...wrote \(bytes.count) bytes to \(name)\n")
    }
    return 0
  }

  /// The settings that the options of the command describe.
  private struct SettingOptions {
    private let options: OptionReader

    init(_ options: OptionReader) { self.options = options }

    /// Returns the settings; nil if the certificate is always trusted.
    func settings(_ invocation: Invocation) throws(Stop) -> [TrustSetting]? {
      let policies = try values("p", atMost: mostPolicies).map { (word) throws(Stop) in
        guard let policy = SettingPolicy.all.first(where: { $0.word == word }) else {
          throw .usage(message: WordList.message("-p", AddTrustedCertificate.policies))
        }
        return policy
      }
      let names = try values("s", atMost: mostNames)
      let failures = try values("e", atMost: mostFailures).map { (word) throws(Stop) in
        try failure(word)
      }
      let common = try common(invocation)
      var settings: [TrustSetting] = []
      for policy in policies.isEmpty ? [nil] : policies.map(Optional.some) {
        for name in names.isEmpty ? [nil] : names.map(Optional.some) {
          for failure in failures.isEmpty ? [nil] : failures.map(Optional.some) {
            var setting = common
            setting.policy = policy?.identifier
            setting.policyName = policy?.name
            setting.policyString = name
            setting.allowedError = failure
            settings.append(setting)
          }
        }
      }
      return settings == [TrustSetting()] ? nil : settings
    }

    /// Returns a setting with the values of the options that can be given once: `-r`, `-a` and
    /// `-u`.
    private func common(_ invocation: Invocation) throws(Stop) -> TrustSetting {
      var setting = TrustSetting()
      if let word = texts("r").last {
        guard let place = results.firstIndex(of: word) else {
          throw .usage(message: WordList.message("-r", results))
        }
        // The result `trustRoot` is not written, because a setting without a result means
        // `trustRoot`.
        setting.result = place == 0 ? nil : TrustSetting.Result(rawValue: UInt32(place + 1))
      }
      if let word = texts("u").last {
        guard let usage = IntegerWord.value(word).flatMap({ KeyUse(number: $0) }) else {
          throw .usage(message: "-u takes a number of 32 bits")
        }
        setting.keyUsage = usage
      }
      if let path = options.value(.letter("a")) {
        setting.application = try application(path, invocation)
      }
      return setting
    }

    private func application(
      _ path: [UInt8], _ invocation: Invocation
    ) throws(Stop) -> [UInt8] {
      let name = String(decoding: path, as: UTF8.self)
      guard let real = unsafe realpath(name, nil) else {
        let number = errno
        invocation.terminal.complain(
          "SecTrustedApplicationCreateFromPath \(VisibleText.of(name)): "
            + StatusText.message(StatusText.errnoBase + number))
        throw .status(1)
      }
      defer { unsafe free(real) }
      return unsafe Array(String(cString: real).utf8) + [0]
    }

    private func failure(_ word: String) throws(Stop) -> Int32 {
      switch word {
      case "certExpired": return AllowedError.expired
      case "hostnameMismatch": return AllowedError.hostMismatch
      default:
        guard let status = IntegerWord.value(word).flatMap({ TrustSetting.status($0) }) else {
          throw .usage(
            message: WordList.message("-e", AddTrustedCertificate.failures, or: "a number"))
        }
        return status
      }
    }

    private func values(_ letter: Character, atMost most: Int) throws(Stop) -> [String] {
      let values = texts(letter)
      guard values.count <= most else {
        throw .usage(message: "-\(letter) can be given at most \(most) times")
      }
      return values
    }

    private func texts(_ letter: Character) -> [String] {
      options.options.filter { $0.name == .letter(letter) }
        .compactMap { $0.value.map { String(decoding: $0, as: UTF8.self) } }
    }
  }
}

/// Reads numbers in arguments as C's `strtol` does: decimal, hexadecimal after `0x`, octal after
/// `0`.
enum IntegerWord {
  static func value(_ word: String) -> Int64? {
    let isNegative = word.hasPrefix("-")
    let digits = isNegative ? word.dropFirst() : word[...]
    let (text, radix) =
      digits.hasPrefix("0x") || digits.hasPrefix("0X")
      ? (digits.dropFirst(2), 16) : digits.hasPrefix("0") ? (digits, 8) : (digits, 10)
    guard let first = text.first, first.isHexDigit else { return nil }
    return Int64((isNegative ? "-" : "") + text, radix: radix)
  }
}
