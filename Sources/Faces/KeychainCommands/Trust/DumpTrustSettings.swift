// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import KeychainTypes

/// The command `dump-trust-settings`, which lists the trust settings of the user, of the
/// administrator or of the system (Specification/security-cli.md, "Trust, verification, CMS,
/// misc").
struct DumpTrustSettings {
  private let terminal: Terminal

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    do throws(KeychainError) {
      let settings = try invocation.store.trust.settings(of: TrustSettingsCommands.domain(options))
      let stored = storedCertificates(for: settings, options, invocation)
      DumpTrustSettings(terminal: invocation.terminal).show(settings, stored)
      return 0
    } catch {
      return TrustRefusal.report(error, of: "SecTrustSettingsCopyCertificates", in: invocation)
    }
  }

  /// Returns the certificates of the system and of the store by their hashes.
  ///
  /// The settings of some certificates contain only the hash, by which the certificate is found.
  /// Empty if all settings contain their certificates.
  private static func storedCertificates(
    for settings: TrustSettings, _ options: OptionReader, _ invocation: Invocation
  ) -> [[UInt8]: Certificate] {
    guard settings.records.values.contains(where: { $0.certificate == nil }) else { return [:] }
    var all = invocation.store.trust.anchors.certificates
    if invocation.store.isMade {
      let search = ObjectSearch(options, invocation)
      let stored = try? StoredCertificate.ofStore(search, on: invocation.terminal)
      all += (stored ?? []).map(\.value)
    }
    let pairs = all.compactMap { certificate in (try? certificate.sha1()).map { ($0, certificate) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private func show(_ settings: TrustSettings, _ stored: [[UInt8]: Certificate]) {
    let ordered = settings.ordered
    terminal.output("Number of trusted certs = \(ordered.count)\n")
    for (place, entry) in ordered.enumerated() {
      let certificate = entry.certificate ?? stored[entry.hash]
      // A certificate that is not found is shown by its hash. Its settings are valid nevertheless.
      let label = certificate?.fileKeychainLabel ?? HexText.upperCase(entry.hash)
      terminal.output("Cert \(place): \(VisibleText.of(label))\n")
      show(entry.record)
    }
    if let record = settings.defaultRecord {
      terminal.output("Default Root Cert setting:\n")
      show(record)
    }
  }

  private func show(_ record: TrustRecord) {
    let settings = record.settings ?? []
    terminal.output("   Number of trust settings : \(settings.count)\n")
    for (place, setting) in settings.enumerated() {
      terminal.output("   Trust Setting \(place):\n")
      for (title, value) in Self.lines(setting) {
        let blanks = String(repeating: " ", count: max(0, 22 - title.count))
        terminal.output("      \(title)\(blanks): \(VisibleText.of(value))\n")
      }
    }
  }

  /// Returns the conditions and the result of a setting for printing, each as a title and a value.
  ///
  /// Conditions that the setting does not have are left out, and so is a missing result.
  private static func lines(_ setting: TrustSetting) -> [(String, String)] {
    var lines: [(String, String)] = []
    if let policy = setting.policy {
      lines.append(("Policy OID", SettingPolicy.of(policy)?.title ?? "\(policy)"))
    } else if let name = setting.policyName {
      lines.append(("Policy OID", name))
    }
    if var application = setting.application {
      if application.last == 0 { application.removeLast() }
      lines.append(("Application", String(decoding: application, as: UTF8.self)))
    }
    if let text = setting.policyString { lines.append(("Policy String", text)) }
    if let error = setting.allowedError {
      lines.append(("Allowed Error", AllowedError.name(error) ?? StatusText.message(error)))
    }
    if let result = setting.result { lines.append(("Result Type", Self.name(of: result))) }
    if let usage = setting.keyUsage { lines.append(("Key Usage", Self.text(of: usage))) }
    return lines
  }

  private static func name(of result: TrustSetting.Result) -> String {
    switch result {
    case .trustRoot: "kSecTrustSettingsResultTrustRoot"
    case .trustAsRoot: "kSecTrustSettingsResultTrustAsRoot"
    case .deny: "kSecTrustSettingsResultDeny"
    case .unspecified: "kSecTrustSettingsResultUnspecified"
    }
  }

  private static let usages: [(KeyUse, String)] = [
    (.signature, "sign"), (.dataEncryption, "encrypt data"), (.keyEncryption, "encrypt key"),
    (.certificateSigning, "sign cert"), (.revocationSigning, "sign revocation"),
    (.keyExchange, "key exchange"),
  ]

  private static func text(of usage: KeyUse) -> String {
    guard usage != .any else { return "any" }
    let known = usages.filter { usage.contains($0.0) }
    let rest = usage.subtracting(known.reduce(into: KeyUse()) { $0.formUnion($1.0) })
    let words = known.map(\.1) + (rest.isEmpty ? [] : ["0x" + String(rest.rawValue, radix: 16)])
    return words.isEmpty ? "0" : words.joined(separator: ", ")
  }
}
