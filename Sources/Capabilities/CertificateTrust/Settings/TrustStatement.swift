// SPDX-License-Identifier: Apache-2.0
import CryptoObjects

/// The effect that trust settings have on one certificate at one place of a certificate path.
struct TrustStatement: Hashable {
  /// True if the settings make the certificate an anchor.
  var isTrusted = false
  /// True if the settings forbid every path that contains the certificate.
  var isDenied = false
  /// The checks whose failure is accepted for the certificate.
  var accepted: Set<TrustCheck> = []

  /// True if the settings have no effect on the certificate.
  var isEmpty: Bool { !isTrusted && !isDenied && accepted.isEmpty }
}

extension TrustSetting {
  /// True if all conditions of the setting are met.
  func matches(_ use: TrustUse) -> Bool {
    matchesPolicy(use.policy) && matchesName(use.policy) && matchesKeyUse(use)
      && matchesOthers && matchesApplication(use)
  }

  private func matchesPolicy(_ wanted: TrustPolicy) -> Bool {
    let known = SettingPolicy.of(wanted.purpose.identifier)
    if let policy {
      guard policy == wanted.purpose.identifier else { return false }
      // Names of older systems differ. Only a name of the other end's policy excludes the policy.
      let otherRole: TrustPolicy.Role = wanted.role == .client ? .server : .client
      return policyName == nil || known?.clientName == nil
        || policyName != known?.name(for: otherRole)
    }
    return policyName == nil || policyName == known?.name(for: wanted.role)
  }

  private func matchesName(_ wanted: TrustPolicy) -> Bool {
    guard let policyString else { return true }
    return wanted.names?.contains { Self.folded($0) == Self.folded(policyString) } ?? false
  }

  private static func folded(_ name: String) -> String {
    let name = name.lowercased()
    return name.hasSuffix(".") ? String(name.dropLast()) : name
  }

  /// True if the setting applies to the way in which the certificate's key is used.
  ///
  /// A setting that names no use of keys always applies. A setting that denies must name one of the
  /// uses in `TrustUse.keyUse`. Any other setting must name all of them.
  private func matchesKeyUse(_ use: TrustUse) -> Bool {
    guard let keyUsage else { return true }
    return effectiveResult == .deny
      ? !keyUsage.isDisjoint(with: use.keyUse) : keyUsage.isSuperset(of: use.keyUse)
  }

  /// False if the setting may not be applied, because it has members unknown to this version.
  ///
  /// A setting that denies is applied even with unknown members.
  private var matchesOthers: Bool { others.isEmpty || effectiveResult == .deny }

  private func matchesApplication(_ use: TrustUse) -> Bool {
    guard var application else { return true }
    // Apple's form of a path ends with a zero byte.
    if application.last == 0 { application.removeLast() }
    return use.application().map { application == Array($0.utf8) } ?? false
  }
}

extension TrustRecord {
  /// Returns the effect of this record on its certificate.
  ///
  /// The first setting whose conditions are met decides about trust. The failure of a check is
  /// accepted if any setting whose conditions are met accepts it.
  func statement(_ use: TrustUse) -> TrustStatement {
    guard let settings, !settings.isEmpty else {
      return TrustStatement(isTrusted: use.isSelfSigned)
    }
    let met = settings.filter { $0.matches(use) }
    var statement = TrustStatement()
    switch met.first?.effectiveResult {
    case .trustRoot?: statement.isTrusted = use.isSelfSigned
    case .trustAsRoot?: statement.isTrusted = !use.isSelfSigned
    case .deny?: statement.isDenied = true
    case .unspecified?, nil: break
    }
    for setting in met {
      if let error = setting.allowedError {
        statement.accepted.formUnion(AllowedError.checks(error))
      }
    }
    return statement
  }
}
