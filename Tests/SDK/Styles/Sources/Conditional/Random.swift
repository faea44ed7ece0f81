// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
#if canImport(Security)
  import Security
#else
  #error("the toolset brings Security")
#endif
#if canImport(LocalAuthentication) && !canImport(ObjectiveC)
  import LocalAuthentication
#endif

/// Returns random bytes, as code does that has another source on other systems.
public func randomBytes(_ count: Int) -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: count)
  return SecRandomCopyBytes(kSecRandomDefault, count, &bytes) == errSecSuccess ? bytes : nil
}

/// Evaluates a certificate, as blocks of other packages do that use Security beyond SecItem.
public func isTrusted(_ certificate: SecCertificate, at date: Date) -> Bool {
  var trust: SecTrust?
  let policy = SecPolicyCreateSSL(true, "example.org" as CFString)
  guard SecTrustCreateWithCertificates(certificate, policy, &trust) == errSecSuccess, let trust
  else { return false }
  SecTrustSetVerifyDate(trust, date as CFDate)
  var error: CFError?
  return SecTrustEvaluateWithError(trust, &error)
}
