// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL

/// Asks libcrypto whether a path of certificates satisfies RFC 5280 6.1
/// (Specification/certificates.md, "The trust engine", steps 1 to 4).
///
/// Signatures and dates are not checked.
package enum PathVerification {
  /// A violation that libcrypto found, and the index of its certificate in the path; the leaf has
  /// index 0.
  package struct Finding: Hashable, Sendable {
    package let place: Int
    package let kind: Kind
  }

  /// The kinds of violations that the trust evaluation distinguishes.
  ///
  /// The kinds are derived from libcrypto's error numbers.
  package enum Kind: Hashable, Sendable {
    case noAuthority
    case pathLength
    case name
    case policy
    case criticalExtension
    case malformedExtension
    case other
  }

  /// Returns the violations of RFC 5280 6.1 in a path of certificates.
  ///
  /// - Parameters:
  ///   - path: the certificates from the leaf to the anchor. The caller has checked that each
  ///     certificate is signed by the next certificate.
  ///   - checksPolicies: true to check the certificates' policies.
  /// - Returns: all violations, in no order. If libcrypto cannot finish because it cannot read the
  ///   extensions of some certificates, the list has only one violation for each of these
  ///   certificates. Nil if libcrypto could not finish for another reason.
  package static func findings(
    in path: [LibraryCertificate], checksPolicies: Bool
  ) throws(CryptoError) -> [Finding]? {
    var linked: [LibraryCertificate] = []
    for certificate in path.dropLast() { linked.append(try certificate.belowAnother()) }
    linked += path.suffix(1)
    if let found = try chainFindings(in: linked, checksPolicies: checksPolicies) { return found }
    let unreadable = path.indices.filter { !path[$0].hasReadableExtensions }
    guard !unreadable.isEmpty else { return nil }
    return unreadable.map { Finding(place: $0, kind: .malformedExtension) }
  }

  private static func chainFindings(
    in path: [LibraryCertificate], checksPolicies: Bool
  ) throws(CryptoError) -> [Finding]? {
    let library = try KeyLibrary.shared()
    let mark = ErrorMark()
    defer { mark.restore() }
    guard let context = unsafe X509_STORE_CTX_new_ex(library.context, nil),
      let store = unsafe X509_STORE_new(), let untrusted = unsafe OPENSSL_sk_new_null(),
      let trusted = unsafe OPENSSL_sk_new_null(), let leaf = path.first, let anchor = path.last
    else { throw .outOfMemory }
    defer {
      unsafe X509_STORE_CTX_free(context)
      unsafe X509_STORE_free(store)
      unsafe OPENSSL_sk_free(untrusted)
      unsafe OPENSSL_sk_free(trusted)
    }
    for certificate in path.dropFirst().dropLast() {
      unsafe OPENSSL_sk_push(untrusted, UnsafeRawPointer(certificate.certificate))
    }
    unsafe OPENSSL_sk_push(trusted, UnsafeRawPointer(anchor.certificate))
    unsafe setRules(store)
    guard unsafe X509_STORE_CTX_init(context, store, leaf.certificate, untrusted) == 1 else {
      throw .failed
    }
    unsafe X509_STORE_CTX_set0_trusted_stack(context, trusted)
    unsafe setParameters(context, checksPolicies: checksPolicies)
    let notes = Notes(path)
    return withExtendedLifetime(notes) {
      unsafe X509_STORE_CTX_set_ex_data(
        context, 0, Unmanaged.passUnretained(notes).toOpaque())
      let outcome = unsafe X509_verify_cert(context)
      let chain = unsafe OPENSSL_sk_num(X509_STORE_CTX_get0_chain(context))
      return outcome == 1 && chain == Int32(path.count) ? notes.findings : nil
    }
  }

  /// Makes libcrypto follow the given path of certificates, and skip signatures and dates, because
  /// the caller checks them.
  ///
  /// The `Notes` object of the evaluation contains the path. By default, libcrypto would find
  /// issuers by their names, and would try only one of several certificates with an equal name.
  private static func setRules(_ store: OpaquePointer) {
    unsafe X509_STORE_set_check_issued(store) { context, subject, issuer in
      guard let notes = unsafe Notes.of(context) else { return 0 }
      return unsafe notes.leads(from: subject, to: issuer) ? 1 : 0
    }
    unsafe X509_STORE_set_verify(store) { _ in 1 }
    unsafe X509_STORE_set_verify_cb(store) { isFine, context in
      if isFine != 1 { unsafe Notes.of(context)?.add(context) }
      return 1
    }
  }

  private static func setParameters(_ context: OpaquePointer, checksPolicies: Bool) {
    let parameters = unsafe X509_STORE_CTX_get0_param(context)
    // Any certificate may be an anchor. The caller has its own rules for the strength of keys and
    // hashes, so the program's own configuration of libcrypto must not apply.
    let flags =
      X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_NO_CHECK_TIME
      | (checksPolicies ? X509_V_FLAG_POLICY_CHECK : 0)
    unsafe X509_VERIFY_PARAM_set_flags(parameters, UInt(flags))
    if checksPolicies {
      // Without this, libcrypto would accept no policy at all.
      unsafe X509_VERIFY_PARAM_add0_policy(parameters, OBJ_nid2obj(NID_any_policy))
    }
    unsafe X509_VERIFY_PARAM_set_depth(parameters, 32)
    unsafe X509_VERIFY_PARAM_set_auth_level(parameters, 0)
  }
}

/// The path that libcrypto's callbacks read, and the violations that they find.
@safe
private final class Notes {
  private let path: [OpaquePointer]
  private(set) var findings: [PathVerification.Finding] = []

  init(_ path: [LibraryCertificate]) { unsafe self.path = unsafe path.map(\.certificate) }

  static func of(_ context: OpaquePointer?) -> Notes? {
    unsafe X509_STORE_CTX_get_ex_data(context, 0).map {
      unsafe Unmanaged<Notes>.fromOpaque($0).takeUnretainedValue()
    }
  }

  func leads(from subject: OpaquePointer?, to issuer: OpaquePointer?) -> Bool {
    guard let place = unsafe path.firstIndex(where: { unsafe $0 == subject }) else { return false }
    return unsafe place + 1 < path.count && path[place + 1] == issuer
  }

  func add(_ context: OpaquePointer?) {
    let place = unsafe Int(X509_STORE_CTX_get_error_depth(context))
    let error = unsafe X509_STORE_CTX_get_error(context)
    unsafe findings.append(
      PathVerification.Finding(place: min(max(place, 0), path.count - 1), kind: .init(error)))
  }
}

extension PathVerification.Kind {
  fileprivate init(_ error: Int32) {
    switch error {
    case X509_V_ERR_INVALID_CA: self = .noAuthority
    case X509_V_ERR_PATH_LENGTH_EXCEEDED: self = .pathLength
    case X509_V_ERR_PERMITTED_VIOLATION...X509_V_ERR_UNSUPPORTED_NAME_SYNTAX: self = .name
    case X509_V_ERR_INVALID_POLICY_EXTENSION, X509_V_ERR_NO_EXPLICIT_POLICY: self = .policy
    case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION: self = .criticalExtension
    case X509_V_ERR_INVALID_EXTENSION: self = .malformedExtension
    default: self = .other
    }
  }
}
