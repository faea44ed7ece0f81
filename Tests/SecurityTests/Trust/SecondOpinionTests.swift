// SPDX-License-Identifier: Apache-2.0 - table
import Foundation
import Security
import TestPatience
import Testing

/// Compares SecTrust with `openssl verify` where their rules agree (Specification/certificates.md,
/// "Conformance cases", oracle O4).
@Suite("a second opinion on trust: openssl verify") struct SecondOpinionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let title: String
    let given: [String]
    var anchors = ["R"]
    var host: String?
    /// The moment of the evaluation, in days from 2025-01-01.
    var later = 0
    /// The status that SecTrust gives, or nil if the certificate is trusted.
    let status: Int?
    /// The error numbers of OpenSSL that correspond to it (Specification/certificates.md, "Checks,
    /// their status, and OpenSSL").
    var errors: Set<Int> = []

    var testDescription: String { title }
  }

  private static let noIssuer: Set = [2, 20, 21]
  private static let noAuthority: Set = [24, 79]

  // swift-format-ignore
  static let rows: [Row] = [
    Row(title: "45: a whole chain", given: ["L", "I"], status: nil),
    Row(title: "46: without I", given: ["L"], status: -25318, errors: noIssuer),
    Row(title: "46: R is no anchor", given: ["L", "I", "R"], anchors: ["RA"], status: -67843, errors: [19]),
    Row(title: "46: I is the anchor", given: ["L"], anchors: ["I"], status: nil),
    Row(title: "46: L is the anchor", given: ["L"], anchors: ["L"], status: nil),
    Row(title: "alone, and not believed", given: ["L self-signed"], status: -67843, errors: [18]),
    Row(title: "47: another host", given: ["L", "I"], host: "v.example.com", status: -67602, errors: [62]),
    Row(title: "47: a star", given: ["star"], host: "x.w.example.com", status: nil),
    Row(title: "47: what the star is below", given: ["star"], host: "w.example.com", status: -67602, errors: [62]),
    Row(title: "49: expired", given: ["expired"], status: -67818, errors: [10]),
    Row(title: "49: a moment inside", given: ["expired"], later: -913, status: nil),
    Row(title: "49: not yet valid", given: ["not yet"], status: -67818, errors: [9]),
    Row(title: "an expired root", given: ["below R expired"], anchors: ["R expired"], status: -67818, errors: [10]),
    Row(title: "55: without basic constraints", given: ["L of I without constraints", "I without constraints"], status: -67604, errors: noAuthority),
    Row(title: "55: constraints that say no", given: ["L of I no authority", "I no authority"], status: -67605, errors: noAuthority),
    Row(title: "55: a longer path than allowed", given: ["L of I below R0", "I below R0"], anchors: ["R0"], status: -67611, errors: [25]),
    Row(title: "55: a name that is not allowed", given: ["L of I of hosts", "I of hosts"], status: -67689, errors: [47]),
    Row(title: "an excluded name", given: ["L of I not of hosts", "I not of hosts"], status: -67689, errors: [48]),
    Row(title: "an unknown critical extension", given: ["unknown critical"], status: -67603, errors: [34]),
    Row(title: "an issuer that may not sign", given: ["L of I without signing", "I without signing"], status: -67608, errors: [32]),
  ]

  @Test("both say the same", arguments: rows)
  func row(_ row: Row) throws {
    let trust = try TrustCalls.trust(row.given, host: row.host, anchors: row.anchors)
    if row.host == nil {
      #expect(SecTrustSetPolicies(trust, SecPolicyCreateBasicX509()) == errSecSuccess)
    }
    let moment = 757_382_400 + Double(row.later) * 86_400
    SecTrustSetVerifyDate(trust, NSDate(timeIntervalSinceReferenceDate: moment))
    #expect(TrustCalls.evaluate(trust)?.code == row.status)
    let found = try Self.verify(row, at: Int(moment + Date.timeIntervalBetween1970AndReferenceDate))
    if row.status == nil {
      #expect(found.isEmpty)
    } else {
      #expect(!found.isDisjoint(with: row.errors), "\(found)")
    }
  }

  /// Returns the error numbers that `openssl verify` prints, empty if it accepts the certificate.
  private static func verify(_ row: Row, at seconds: Int) throws -> Set<Int> {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "latchkey-verify-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ names: [String], _ file: String) throws -> String {
      let text = try TrustCalls.certificates(names).map { certificate in
        let base64 = (SecCertificateCopyData(certificate) as Data)
          .base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n"
      }.joined()
      let path = folder.appending(path: file)
      try text.write(to: path, atomically: true, encoding: .utf8)
      return path.path
    }
    var words = [
      "verify", "-attime", "\(seconds)", "-no-CAfile", "-no-CApath", "-no-CAstore",
      "-partial_chain", "-auth_level", "0", "-trusted", try write(row.anchors, "anchors"),
    ]
    let others = Array(row.given.dropFirst())
    if !others.isEmpty { words += ["-untrusted", try write(others, "others")] }
    if let host = row.host { words += ["-verify_hostname", host] }
    words.append(try write([row.given[0]], "leaf"))
    let (status, text) = try run(words, in: folder)
    let numbers = text.matches(of: /error (\d+) at/).compactMap { Int($0.1) }
    #expect((status == 0) == numbers.isEmpty, "\(text)")
    return Set(numbers)
  }

  private static func run(_ words: [String], in folder: URL) throws -> (Int32, String) {
    let output = folder.appending(path: "out")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: output)
    try process.run()
    guard Patience.wait(until: { !process.isRunning }) else {
      process.terminate()
      Issue.record("openssl did not end")
      return (-1, "")
    }
    return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
  }
}
