// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Checks a certificate with an OCSP response: the input itself, or a validly signed one around it.
enum FuzzResponse {
  /// The parts to sign of a root and of a certificate below it.
  ///
  /// Both have the authority's key.
  private static let parts = [
    """
    3081d4a003020102020101300a06082a8648ce3d040302300c310a300806035504030c01523022180f323032\
    30303130313030303030305a180f32303439303130313030303030305a300c310a300806035504030c015230\
    59301306072a8648ce3d020106082a8648ce3d03010703420004d3a8c8322dfc929b4345c6e6df7b7da7aa22\
    d1a2b46560091b8f58c470931e500cda6b8c44adf2e3148f5c274c9f9de95cf53b5a9c8d7426ff513a8cc08e\
    2202a3233021300f0603551d130101ff040530030101ff300e0603551d0f0101ff040403020004
    """,
    """
    3081fda003020102020102300a06082a8648ce3d040302300c310a300806035504030c01523022180f323032\
    30303130313030303030305a180f32303439303130313030303030305a30183116301406035504030c0d772e\
    6578616d706c652e636f6d3059301306072a8648ce3d020106082a8648ce3d03010703420004d3a8c8322dfc\
    929b4345c6e6df7b7da7aa22d1a2b46560091b8f58c470931e500cda6b8c44adf2e3148f5c274c9f9de95cf5\
    3b5a9c8d7426ff513a8cc08e2202a340303e30270603551d110420301e820d772e6578616d706c652e636f6d\
    810d61406578616d706c652e636f6d30130603551d25040c300a06082b06010505070301
    """,
  ]

  static let certificates: [SecCertificate] = parts.map { part in
    let der = FuzzAuthority.signed(FuzzAuthority.bytes(part))
    guard let one = SecCertificateCreateWithData(nil, NSData(data: Data(der))) else {
      preconditionFailure("the parts are those of certificates")
    }
    return one
  }

  static func run(_ bytes: [UInt8]) {
    guard let mode = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    let response =
      switch mode % 3 {
      case 0: rest
      case 1: envelope(rest)
      default: envelope(FuzzAuthority.signed(rest))
      }
    let flags =
      mode & 0x80 == 0
      ? kSecRevocationOCSPMethod
      : kSecRevocationOCSPMethod | kSecRevocationRequirePositiveResponse
    guard let policy = SecPolicyCreateRevocation(flags) else { return }
    let question = FuzzQuestion(
      certificates: [certificates[1]], policies: [policy], anchors: [certificates[0]],
      responses: [NSData(data: Data(response))],
      // The moment is 2025-01-01T00:00:00Z.
      moment: NSDate(timeIntervalSinceReferenceDate: 757_382_400))
    question.check()
  }

  private static func envelope(_ basic: [UInt8]) -> [UInt8] {
    let form: [UInt8] = [0x06, 0x09, 0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01, 0x01]
    let bytes = FuzzAuthority.element(0x30, form + FuzzAuthority.element(0x04, basic))
    return FuzzAuthority.element(0x30, [0x0a, 0x01, 0x00] + FuzzAuthority.element(0xa0, bytes))
  }
}
