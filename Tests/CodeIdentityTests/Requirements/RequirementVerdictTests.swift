// SPDX-License-Identifier: Apache-2.0

import CodeIdentity
import KeychainTypes
import TestPatience
import Testing

/// Tests of verdicts on programs and certificates (Specification/code-identity.md, "Answers to
/// requirements").
@Suite("Answers to requirements") struct RequirementVerdictTests {
  /// A program at /usr/bin/x whose digest has 32 bytes of 7.
  private struct Program: ProgramFacts {
    var path: String? = "/usr/bin/x"
    var isProtected = true

    func isRootControlled() -> Bool { isProtected }
    func digest() -> [UInt8]? { [UInt8](repeating: 7, count: 32) }
  }

  /// A leaf with a subject, and a trusted root.
  private struct Chain: CertificateChainFacts {
    let count = 2

    func isTrusted() -> Bool { true }
    func isTrusted(_ index: Int) -> Bool { index == 1 }
    func hash(_ index: Int) -> [UInt8]? { [UInt8](repeating: UInt8(index), count: 20) }
    func values(of field: String, _ index: Int) -> [[UInt8]] {
      index == 0 && field == "subject.OU" ? [Array("v1.9".utf8), Array("TEAM".utf8)] : []
    }
    func hasExtension(_ identifier: [UInt8], _ index: Int) -> Bool { identifier == [0x2A, 3] }
    func hasPolicy(_ identifier: [UInt8], _ index: Int) -> Bool { identifier == [0x2A, 4] }
    func moment(of identifier: [UInt8], _ index: Int) -> Int64? { index == 0 ? 86_400 : nil }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    /// Nil if the requirement is met.
    let reason: RequirementVerdict.Reason?

    var testDescription: String { text }
  }

  private static func met(_ text: String) -> Row { Row(text: text, reason: nil) }

  private static func refused(_ text: String, _ reason: RequirementVerdict.Reason) -> Row {
    Row(text: text, reason: reason)
  }

  private static let sevens = String(repeating: "07", count: 32)
  private static let zeros = String(repeating: "00", count: 20)

  private func check(_ row: Row, on subject: RequirementSubject) throws {
    let verdict = try CodeRequirement(text: row.text.utf8).verdict(on: subject)
    guard let reason = row.reason else {
      #expect(verdict == .satisfied)
      #expect(verdict.description == nil)
      return
    }
    guard case .refused(_, let found) = verdict else {
      Issue.record("satisfied")
      return
    }
    #expect(found == reason)
    #expect(verdict.description?.hasSuffix(": \(reason.sentence)") == true)
    #expect(verdict.isForSignature == (reason == .noSignature))
  }

  static let programRows: [Row] = [
    met("always"), refused("never", .never), met("! never"), refused("! always", .excluded),
    refused("identifier x", .noSignature), refused("! identifier x", .noSignature),
    refused("! ! identifier x", .noSignature),
    refused("cdhash H\"\(zeros)\"", .noSignature), refused("info[x]", .noSignature),
    refused("entitlement[x] absent", .noSignature), refused("platform = 1", .noSignature),
    refused("notarized", .noSignature), refused("legacy", .noSignature),
    refused("team x", .noSignature), refused("build >= 0", .noSignature),
    refused("certificate leaf[subject.OU] absent", .noSignature),
    refused("anchor trusted", .noSignature), refused("certificate root trusted", .noSignature),
    refused("anchor apple", .notApples), refused("anchor apple generic", .notApples),
    met("! anchor apple"), refused("anchor apple x", .unknown), refused("(x)", .unknown),
    refused("! (x)", .unknown),
    met("path \"/usr/bin/x\""), refused("path \"/usr/bin/y\"", .differs),
    met("! path \"/usr/bin/y\""), met("interpreter \"/usr/bin/x\""),
    met("digest H\"\(sevens)\""), refused("digest H\"\(RequirementRow.long)\"", .differs),
    refused("anchor gid x", .noAnchor), refused("! anchor unit x", .noAnchor),
    met("strength >= claimed"), refused("strength >= measured", .tooWeak),
    refused("identifier \"com.apple.security\" and anchor apple", .noSignature),
    refused("anchor apple and identifier x", .notApples),
    met("identifier x or always"), met("always or identifier x"),
    refused("identifier x and never", .noSignature), refused("never and identifier x", .never),
    // An operand that failed decides an `and`, so that its negation is met.
    met("! (identifier x and never)"), refused("! (identifier x or never)", .noSignature),
    refused("never or anchor apple", .never), refused("never or team x", .never),
  ]

  @Test("a program without a signature", arguments: programRows)
  func program(row: Row) throws { try check(row, on: RequirementSubject(program: Program())) }

  static let chainRows: [Row] = [
    met("certificate leaf[subject.OU] = TEAM"), met("certificate 0[subject.OU] exists"),
    refused("certificate leaf[subject.OU] = TEAMS", .differs),
    refused("certificate root[subject.OU] = TEAM", .differs),
    met("certificate root[subject.OU] absent"), met("certificate -2[subject.OU] = TEAM"),
    met("certificate leaf[subject.OU] = TE*"), met("certificate leaf[subject.OU] = *AM"),
    met("certificate leaf[subject.OU] = *EA*"),
    refused("certificate leaf[subject.OU] ~ X", .differs),
    met("certificate leaf[subject.OU] < \"v1.10\""),
    met("certificate leaf[subject.OU] >= \"v1.09\""),
    met("certificate leaf[subject.OU] <= TEAM"),
    refused("certificate leaf[subject.OU] > w", .differs),
    met("certificate leaf[subject.OU] > \"v1\""), refused("certificate leaf[email]", .differs),
    met("certificate leaf = H\"\(zeros)\""), refused("certificate root = H\"\(zeros)\"", .differs),
    met("certificate leaf[field.1.2.3] exists"), refused("certificate leaf[field.1.2.4]", .differs),
    met("certificate leaf[field.1.2.4] absent"),
    refused("certificate leaf[field.1.2.3] = x", .differs),
    met("certificate leaf[policy.1.2.4] exists"),
    refused("certificate leaf[policy.1.2.3]", .differs),
    met("certificate leaf[timestamp.1.2.3] = timestamp \"20010102000000Z\""),
    met("certificate leaf[timestamp.1.2.3] >= timestamp \"20010102000000Z\""),
    met("certificate leaf[timestamp.1.2.3] <= timestamp \"20010102000000Z\""),
    met("certificate leaf[timestamp.1.2.3] < timestamp \"20010102000001Z\""),
    met("certificate leaf[timestamp.1.2.3] > timestamp \"20001231235959Z\""),
    refused("certificate leaf[timestamp.1.2.3] > timestamp \"20010102000000Z\"", .differs),
    met("certificate root[timestamp.1.2.3] absent"),
    met("certificate leaf[timestamp.1.2.3] exists"),
    refused("certificate root[timestamp.1.2.3] < timestamp \"20190101000000Z\"", .differs),
    refused("certificate leaf[timestamp.1.2.3] = x", .differs),
    met("anchor trusted"), met("certificate root trusted"),
    refused("certificate leaf trusted", .notTrusted),
    refused("certificate 2 trusted", .noCertificate),
    refused("certificate -3[x] absent", .noCertificate),
    refused("certificate 2147483647 trusted", .noCertificate),
    refused("certificate -2147483648 trusted", .noCertificate),
    refused("path \"/usr/bin/x\"", .noProgram), refused("strength >= claimed", .noProgram),
    refused("! interpreter \"/x\"", .noProgram), refused("anchor gid x", .noProgram),
    refused("identifier x", .noSignature), refused("anchor apple generic", .notApples),
  ]

  @Test("certificates alone", arguments: chainRows)
  func chain(row: Row) throws { try check(row, on: RequirementSubject(certificates: Chain())) }

  @Test("an operation of a later macOS is not met, and neither is its negation")
  func unknown() throws {
    for negation in [[], [0, 0, 0, 9]] as [[UInt8]] {
      let operation: [UInt8] = [0x80, 0, 0, 0x63, 0, 0, 0, 0]
      let length = UInt8(12 + negation.count + operation.count)
      let bytes = [0xFA, 0xDE, 0x0C, 0, 0, 0, 0, length, 0, 0, 0, 1] + negation + operation
      let requirement = try CodeRequirement(compiled: bytes)
      guard
        case .refused(_, .unknown) = requirement.verdict(on: RequirementSubject(program: Program()))
      else {
        Issue.record("\(requirement.text)")
        continue
      }
    }
  }

  @Test("the condition and the reason are named")
  func description() throws {
    let requirement = try CodeRequirement(text: "always and identifier x and anchor apple".utf8)
    let caller = Caller(identifier: "adhoc.x", groups: [], executable: "/usr/bin/x")
    let verdict = requirement.verdict(on: RequirementSubject(caller))
    #expect(verdict.description == "identifier x: there is no signature")
  }

  @Test("a program is recognised by its path if only root can change it, by its digest otherwise")
  func designated() throws {
    let byPath = try #require(CodeRequirement.designated(for: Program()))
    #expect(byPath.text == "path \"/usr/bin/x\"")
    let open = Program(isProtected: false)
    let byDigest = try #require(CodeRequirement.designated(for: open))
    #expect(byDigest.text == "digest H\"\(Self.sevens)\"")
    #expect(byPath.verdict(on: RequirementSubject(program: Program())) == .satisfied)
    #expect(byDigest.verdict(on: RequirementSubject(program: open)) == .satisfied)
    #expect(!byPath.verdict(on: RequirementSubject(program: open)).isSatisfied)
    #expect(CodeRequirement.designated(for: ProgramFile(path: "/nowhere/x")) == nil)
  }
}
