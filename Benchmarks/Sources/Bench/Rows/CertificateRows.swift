// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import Foundation
import Security

/// Two comparisons: making a certificate's object with libcrypto's parse of its bytes, and finding
/// identities among many certificates with finding their keys alone.
enum CertificateRows {
  private static let identities = 100

  static func measure(_ scratch: String, _ run: Run) throws {
    try measureCreation(run)
    let count = run.isSmoke ? 100 : 10_000
    let home = scratch + "/certificates"
    try FileManager.default.createDirectory(
      atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: home) }
    let output = try Spawned.run(
      [run.program, "part", "identity", home, "\(count)", "\(run.samples)"],
      ["LATCHKEY_HOME": home])
    let sides = output.split(separator: "\n").map { line in
      Samples(line.split(separator: " ").compactMap { Int64($0) })
    }
    guard sides.count == 6 else { throw BenchError(what: "no samples from the part identity") }
    run.table.add(
      Line(
        "identity/copy", "an identity's reference, by its label", count,
        ("identity", sides[0]), ("its key", sides[1])))
    run.table.add(
      Line(
        "identity/attributes", "its attributes, by its key's hash", count,
        ("identity", sides[2]), ("its key", sides[3])))
    run.table.add(
      Line(
        "identity/policy", "all \(identities) identities, under a policy for servers", count,
        ("with kSecMatchPolicy", sides[4]), ("without", sides[5])))
  }

  private static func measureCreation(_ run: Run) throws {
    let bytes = MadeCertificate.bytes("Bench", serial: 7, point: point(7), hosts: 34)
    let data = Data(bytes) as CFData
    let (ours, theirs) = try alternate(
      run.samples,
      Side { _ in
        guard SecCertificateCreateWithData(nil, data) != nil else {
          throw BenchError(what: "SecCertificateCreateWithData gives nothing")
        }
      },
      Side { _ in
        var next: UnsafePointer<UInt8>?
        let parsed: OpaquePointer? = bytes.withUnsafeBufferPointer { buffer in
          next = buffer.baseAddress
          return d2i_X509(nil, &next, buffer.count)
        }
        guard let parsed else { throw BenchError(what: "libcrypto does not parse") }
        X509_free(parsed)
      })
    run.table.add(
      Line(
        "certificate/create", "a certificate of \(bytes.count) bytes", nil,
        ("Security", ours), ("libcrypto", theirs)))
  }

  /// Runs in the other process on an empty store, and prints the samples of two pairs of sides.
  static func part(count: Int, samples: Int) throws {
    let hashes = try (0..<identities).map(addIdentity)
    try inThreads(16) { writer in
      for number in stride(from: identities + writer, to: count, by: 16) {
        try addCertificate(number, point: point(number))
      }
    }
    let (identity, key) = try alternate(
      samples, Side { try copyReference(kSecClassIdentity, label($0)) },
      Side { try copyReference(kSecClassKey, label($0)) })
    let (attributes, ofKey) = try alternate(
      samples, Side { try copyAttributes(kSecClassIdentity, hashes[$0 % identities]) },
      Side { try copyAttributes(kSecClassKey, hashes[$0 % identities]) })
    let policy = SecPolicyCreateSSL(true, "host-1000000.department.example.org")
    let (matching, all) = try alternate(
      max(samples / 10, 1), Side { _ in try copyAll([kSecMatchPolicy: policy]) },
      Side { _ in try copyAll([:]) })
    for side in [identity, key, attributes, ofKey, matching, all] { print(side.text) }
  }

  private static func label(_ round: Int) -> String { "certificate \(round % identities)" }

  /// Returns the bytes 04 ‖ X ‖ Y of a point that is on no curve, since nothing here computes with
  /// it.
  private static func point(_ number: Int) -> [UInt8] {
    let seed = withUnsafeBytes(of: number.bigEndian) { Array($0) }
    return [4] + (0..<8).flatMap { part in seed.map { $0 &+ UInt8(part) } }
  }

  private static func addIdentity(_ number: Int) throws -> Data {
    let half: [String: Any] = [
      kSecAttrIsPermanent as String: true, kSecAttrLabel as String: label(number),
    ]
    let parameters: [String: Any] = [
      kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
      kSecAttrKeySizeInBits as String: 256, kSecPrivateKeyAttrs as String: half,
    ]
    guard let key = SecKeyCreateRandomKey(parameters as CFDictionary, nil),
      let other = SecKeyCopyPublicKey(key),
      let point = SecKeyCopyExternalRepresentation(other, nil) as Data?,
      let attributes = SecKeyCopyAttributes(key) as? [String: Any],
      let hash = attributes[kSecAttrApplicationLabel as String] as? Data
    else { throw BenchError(what: "no key") }
    try addCertificate(number, point: Array(point))
    return hash
  }

  private static func addCertificate(_ number: Int, point: [UInt8]) throws {
    let bytes = MadeCertificate.bytes("certificate \(number)", serial: number, point: point)
    guard let certificate = SecCertificateCreateWithData(nil, Data(bytes) as CFData) else {
      throw BenchError(what: "no certificate")
    }
    let item = [kSecClass: kSecClassCertificate, kSecValueRef: certificate] as [CFString: Any]
    let status = SecItemAdd(item as CFDictionary, nil)
    guard status == errSecSuccess else { throw BenchError(what: "SecItemAdd answers \(status)") }
  }

  private static func copyReference(_ itemClass: CFString, _ label: String) throws {
    try copy([kSecClass: itemClass, kSecAttrLabel: label, kSecReturnRef: true])
  }

  private static func copyAttributes(_ itemClass: CFString, _ hash: Data) throws {
    try copy([
      kSecClass: itemClass, kSecAttrApplicationLabel: hash, kSecReturnAttributes: true,
    ])
  }

  private static func copyAll(_ conditions: [CFString: Any]) throws {
    let query: [CFString: Any] = [
      kSecClass: kSecClassIdentity, kSecMatchLimit: kSecMatchLimitAll, kSecReturnRef: true,
    ]
    let found = try copy(query.merging(conditions) { $1 }) as? [Any]
    guard found?.count == identities else { throw BenchError(what: "identities are missing") }
  }

  @discardableResult
  private static func copy(_ query: [CFString: Any]) throws -> CFTypeRef {
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    guard status == errSecSuccess, let result else {
      throw BenchError(what: "SecItemCopyMatching answers \(status)")
    }
    return result
  }
}
