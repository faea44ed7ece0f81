// SPDX-License-Identifier: Apache-2.0
import CertificateTrust

/// The use for which the certificates of a message must be valid: the number of the option `-u`.
enum MessageUsage: Int, CaseIterable {
  case sslClient = 0
  case sslServer
  case sslServerWithStepUp
  case sslAuthority
  case mailSigner
  case mailRecipient
  case objectSigner
  case imported
  case authority
  case protectedObjectSigner
  case statusResponder
  case any

  /// Reads the option `-u`; without the option, the use is signing mail.
  init(_ options: OptionReader) throws(Stop) {
    guard let bytes = options.value(.letter("u")) else {
      self = .mailSigner
      return
    }
    guard let number = Int(String(decoding: bytes, as: UTF8.self)),
      let usage = MessageUsage(rawValue: number)
    else { throw .usage(message: "-u takes a number from 0 to \(Self.allCases.count - 1)") }
    self = usage
  }

  /// The trust policy that a certificate must satisfy to be valid for this use.
  var policy: TrustPolicy {
    var policy: TrustPolicy
    switch self {
    case .sslClient: policy = TrustPolicy(.ssl, .client)
    case .sslServer, .sslServerWithStepUp, .sslAuthority: policy = TrustPolicy(.ssl, .server)
    case .mailSigner, .mailRecipient: policy = TrustPolicy(.mail)
    case .objectSigner, .protectedObjectSigner: policy = TrustPolicy(.codeSigning)
    case .imported, .authority, .statusResponder, .any: policy = .basic
    }
    policy.isOfAuthority = self == .sslAuthority || self == .authority
    return policy
  }
}
