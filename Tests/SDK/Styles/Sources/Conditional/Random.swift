// SPDX-License-Identifier: Apache-2.0
// As other people write.
// swift-format-ignore-file
#if canImport(Security)
  import Security
#else
  #error("the toolset brings Security")
#endif
#if canImport(LocalAuthentication) && !canImport(ObjectiveC)
  import LocalAuthentication
#endif

/// Random bytes, as code does it that falls back to another source elsewhere.
public func randomBytes(_ count: Int) -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: count)
  return SecRandomCopyBytes(kSecRandomDefault, count, &bytes) == errSecSuccess ? bytes : nil
}

/// Names that blocks of other packages need beside SecItem.
public func isTrusted(_ certificate: SecCertificate, at date: Date) -> Bool {
  var trust: SecTrust?
  let policy = SecPolicyCreateSSL(true, "example.org" as CFString)
  guard SecTrustCreateWithCertificates(certificate, policy, &trust) == errSecSuccess, let trust
  else { return false }
  SecTrustSetVerifyDate(trust, date as CFDate)
  var error: CFError?
  return SecTrustEvaluateWithError(trust, &error)
}
