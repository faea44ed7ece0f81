// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Evaluates trust in the certificates and OCSP responses of an input.
///
/// The input has six bytes of choices, then strings. A string of a certificate is its DER, or only
/// the part to sign.
enum FuzzTrust {
  /// The most certificates of one input.
  ///
  /// Longer paths reach no other code.
  private static let mostCertificates = 12

  static func run(_ bytes: [UInt8]) {
    var input = TrustInput(rest: bytes[...])
    let (kind, revocation, anchors) = (input.byte(), input.byte(), input.byte())
    let (areSigned, steps, count) = (input.byte(), input.byte(), input.byte() % 3)
    let responses = (0..<count).map { _ in NSData(data: Data(input.string())) }
    var certificates: [SecCertificate] = []
    while !input.rest.isEmpty, certificates.count < mostCertificates {
      let isSigned = areSigned >> (certificates.count % 8) & 1 == 1
      let string = input.string()
      let der = isSigned ? FuzzAuthority.signed(string) : string
      guard let one = SecCertificateCreateWithData(nil, NSData(data: Data(der))) else { continue }
      certificates.append(one)
    }
    guard !certificates.isEmpty else { return }
    let believed = certificates.indices.filter { anchors >> ($0 % 8) & 1 == 1 }
    var policies = [policy(kind)]
    if let flags = SecPolicyCreateRevocation(CFOptionFlags(revocation)) { policies.append(flags) }
    let question = FuzzQuestion(
      certificates: certificates, policies: policies, anchors: believed.map { certificates[$0] },
      responses: responses,
      // The moment counts steps of 40 days from 2001-01-01.
      moment: NSDate(timeIntervalSinceReferenceDate: Double(steps) * 40 * 86_400))
    question.check()
  }

  private static func policy(_ kind: UInt8) -> SecPolicy {
    let identifiers = [
      kSecPolicyAppleSMIME, kSecPolicyAppleCodeSigning, kSecPolicyAppleTimeStamping,
      kSecPolicyAppleIPsec, kSecPolicyAppleEAP,
    ]
    switch kind % 8 {
    case 0: return SecPolicyCreateBasicX509()
    case 1: return SecPolicyCreateSSL(true, "w.example.com")
    case 2: return SecPolicyCreateSSL(false, nil)
    case let number:
      let properties: NSDictionary = [kSecPolicyName: "a@example.com"]
      let made = SecPolicyCreateWithProperties(identifiers[Int(number) - 3], properties)
      return made ?? SecPolicyCreateBasicX509()
    }
  }
}

/// Takes values from the front of an input, and zeros after its end.
private struct TrustInput {
  var rest: ArraySlice<UInt8>

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// Takes a string: two bytes of length, then its bytes.
  mutating func string() -> [UInt8] {
    let count = Int(byte()) | Int(byte()) << 8
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}

/// A question of trust, asked through every function of SecTrust.
struct FuzzQuestion {
  let certificates: [SecCertificate]
  let policies: [SecPolicy]
  let anchors: [SecCertificate]
  let responses: [NSData]
  let moment: NSDate

  func check() {
    let first = trust()
    let result = Self.result(first)
    precondition([1, 4, 5, 6].contains(result.rawValue), "the evaluation runs")
    precondition(result != .proceed, "nobody has accepted anything")
    let chain = SecTrustCopyCertificateChain(first) as? [SecCertificate] ?? []
    precondition(chain.first == certificates[0], "the chain begins where it was asked")
    precondition(chain.count == SecTrustGetCertificateCount(first) && chain.count <= 20)
    precondition(
      result != .unspecified || chain.last.map(anchors.contains) == true,
      "only what leads to an anchor is trusted")
    let details = SecTrustCopyResult(first)?["TrustResultDetails" as NSString] as? [NSDictionary]
    precondition(details?.count == chain.count, "each certificate has its failures")
    precondition(details?.allSatisfy { $0.count == 0 } == (result == .unspecified))
    _ = SecTrustCopyKey(first)

    let second = trust()
    precondition(Self.result(second) == result, "the answer is the same each time")
    guard let exceptions = SecTrustCopyExceptions(second) else {
      preconditionFailure("what was found can be told")
    }
    precondition(SecTrustSetExceptions(second, exceptions), "they are about this certificate")
    precondition(
      Self.result(second) == (result == .fatalTrustFailure ? .fatalTrustFailure : .proceed),
      "all but what is fatal is accepted")
  }

  private func trust() -> SecTrust {
    var made: SecTrust?
    let status = unsafe SecTrustCreateWithCertificates(
      certificates as NSArray, policies as NSArray, &made)
    guard status == errSecSuccess, let made else { preconditionFailure("the inputs are right") }
    precondition(SecTrustSetAnchorCertificates(made, anchors as NSArray) == errSecSuccess)
    precondition(SecTrustSetOCSPResponse(made, responses as NSArray) == errSecSuccess)
    precondition(SecTrustSetVerifyDate(made, moment) == errSecSuccess)
    return made
  }

  private static func result(_ trust: SecTrust) -> SecTrustResultType {
    var result = SecTrustResultType.invalid
    precondition(unsafe SecTrustGetTrustResult(trust, &result) == errSecSuccess)
    var error: CFError?
    let isTrusted = unsafe SecTrustEvaluateWithError(trust, &error)
    precondition(isTrusted == (error == nil), "a refusal has its reason")
    precondition(isTrusted == (result == .unspecified || result == .proceed))
    return result
  }
}
