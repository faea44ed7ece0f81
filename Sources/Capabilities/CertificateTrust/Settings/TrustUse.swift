// SPDX-License-Identifier: Apache-2.0
import CryptoObjects

/// The use of a certificate under one policy, to which the conditions of trust settings are
/// compared (Specification/certificates.md, "Trust settings").
struct TrustUse {
  let policy: TrustPolicy
  /// True for the evaluated certificate, false for an authority above it.
  let isLeaf: Bool
  let isSelfSigned: Bool
  /// Returns the path of the program that asks.
  let application: () -> String?

  /// The uses of the certificate's key (Documentation/Decisions/trust-settings.md).
  ///
  /// An authority signs certificates. The key of the evaluated certificate has the uses that the
  /// policy demands, or else the usual uses of the policy's purpose.
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
