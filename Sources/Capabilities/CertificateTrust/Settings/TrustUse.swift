// SPDX-License-Identifier: Apache-2.0
import CryptoObjects

/// The facts about one use of a certificate that the conditions of trust settings are compared with
/// (Specification/certificates.md, "Trust settings").
struct TrustUse {
  let policy: TrustPolicy
  /// True for the evaluated certificate, false for an authority above it.
  let isLeaf: Bool
  let isSelfSigned: Bool
  /// Returns the path of the program that evaluates the certificate, or nil if the path is unknown.
  let application: () -> String?

  /// The uses of the certificate's key (Documentation/Decisions/trust-settings.md).
  ///
  /// The key of an authority has one use: signing certificates. The key of the evaluated
  /// certificate has the uses that the policy demands. If the policy demands no use, the key has
  /// the usual uses of the policy's purpose.
  var keyUse: KeyUse {
    guard isLeaf, !policy.isOfAuthority else { return .certificateSigning }
    let demanded = Self.uses.reduce(into: KeyUse()) { sum, row in
      if policy.keyUsage.contains(row.0) { sum.formUnion(row.1) }
    }
    guard demanded.isEmpty else { return demanded }
    return switch policy.purpose {
    case .basic, .revocation: .any
    case .ssl, .eap, .ipsec, .codeSigning, .timeStamping: .signature
    case .mail: [.signature, .keyEncryption]
    }
  }

  private static let uses: [(KeyUsage, KeyUse)] = [
    (.digitalSignature, .signature), (.nonRepudiation, .signature),
    (.keyEncipherment, .keyEncryption), (.dataEncipherment, .dataEncryption),
    (.keyAgreement, .keyExchange), (.certificateSigning, .certificateSigning),
    (.listSigning, .revocationSigning),
  ]
}
