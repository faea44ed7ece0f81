// SPDX-License-Identifier: Apache-2.0

import CodeIdentity
import KeychainTypes
import Testing

/// Tests of compiled requirements (Specification/code-identity.md, "Compiled requirements").
@Suite("Compiled requirements") struct CompiledRequirementTests {
  /// Bytes as a real file has them, and the text that macOS prints for them.
  struct Known: Sendable, CustomTestStringConvertible {
    let text: String
    let hexadecimal: String

    var testDescription: String { text }
    var bytes: [UInt8] { HexText.bytes(Array(hexadecimal.utf8)) ?? [] }
  }

  static let security = Known(
    text: #"identifier "com.apple.security" and anchor apple"#,
    hexadecimal: "fade0c00" + "00000030" + "00000001" + "00000006" + "00000002" + "00000012"
      + "636f6d2e6170706c652e7365637572697479" + "0000" + "00000003")

  static let codeHash = Known(
    text: #"cdhash H"\#(RequirementRow.hash)""#,
    hexadecimal: "fade0c00" + "00000028" + "00000001" + "00000008" + "00000014"
      + RequirementRow.hash)

  static let known = [
    security, codeHash,
    Known(text: "always", hexadecimal: "fade0c00" + "00000010" + "00000001" + "00000001"),
    // The requirement of a program by a registered developer.
    Known(
      text: "identifier x and anchor apple generic and "
        + "certificate 1[field.1.2.840.113635.100.6.2.6] /* exists */ and "
        + "certificate leaf[field.1.2.840.113635.100.6.1.13] /* exists */ and "
        + "certificate leaf[subject.OU] = ABCDE12345",
      hexadecimal: "fade0c00" + "00000090" + "00000001" + "00000006000000060000000600000006"
        + "00000002" + "00000001" + "78000000" + "0000000f"
        + "0000000e" + "00000001" + "0000000a" + "2a864886f763640602060000" + "00000000"
        + "0000000e" + "00000000" + "0000000a" + "2a864886f7636406010d0000" + "00000000"
        + "0000000b" + "00000000" + "0000000a" + "7375626a6563742e4f550000"
        + "00000001" + "0000000a" + "414243444531323334350000"),
    // 2019-04-08 is 576,374,400 seconds after 2001-01-01.
    Known(
      text: #"certificate leaf[timestamp.1.2.3] < timestamp "20190408000000Z""#,
      hexadecimal: "fade0c00" + "00000028" + "00000001" + "00000016" + "00000000" + "00000002"
        + "2a030000" + "0000000a" + "00000000225ac680"),
    Known(
      text: #"! (entitlement["a-b"] absent or info[k] >= "1")"#,
      hexadecimal: "fade0c00" + "0000003c" + "00000001" + "00000009" + "00000007"
        + "00000010" + "00000003" + "612d6200" + "0000000e"
        + "0000000a" + "00000001" + "6b000000" + "00000008" + "00000001" + "31000000"),
    Known(
      text: "certificate root = H\"\(RequirementRow.hash)\"",
      hexadecimal: "fade0c00" + "0000002c" + "00000001" + "00000004" + "ffffffff" + "00000014"
        + RequirementRow.hash),
    Known(
      text: "never /* operation 0x80000063 */",
      hexadecimal: "fade0c00" + "0000001c" + "00000001" + "80000063" + "00000005"
        + "0102030405000000"),
    Known(
      text: "strength >= held",
      hexadecimal: "fade0c00" + "00000024" + "00000001" + "804c4b01" + "00000010"
        + "737472656e677468203e3d2068656c64"),
  ]

  @Test("known bytes", arguments: known)
  func knownBytes(row: Known) throws {
    let requirement = try CodeRequirement(compiled: row.bytes)
    #expect(requirement.text == row.text)
    #expect(requirement.compiled == row.bytes)
  }

  @Test("the oldest comparison of a property, and pairs nested to the right, keep their meaning")
  func foreign() throws {
    let old = Known(
      text: "",
      hexadecimal: "fade0c00" + "00000020" + "00000001" + "00000005" + "00000001"
        + "6b000000" + "00000001" + "76000000")
    #expect(try CodeRequirement(compiled: old.bytes).text == "info[k] = v")
    let right = Known(
      text: "",
      hexadecimal: "fade0c00" + "00000020" + "00000001" + "00000006" + "00000001"
        + "00000006" + "00000000" + "00000003")
    #expect(try CodeRequirement(compiled: right.bytes).text == "always and never and anchor apple")
  }

  @Test(
    "bytes that are refused",
    arguments: [
      ("", 0, CompiledRequirementFailure.Reason.short), ("fade0c", 0, .short),
      ("fade0c0100000010" + "00000001" + "00000001", 0, .magic),
      ("fade0c0000000014" + "00000001" + "00000001", 4, .length),
      ("fade0c0000000010" + "00000002" + "00000001", 8, .form),
      ("fade0c000000000c" + "00000001", 12, .short),
      ("fade0c0000000014" + "00000001" + "00000001" + "00000001", 16, .surplus),
      ("fade0c0000000010" + "00000001" + "00000018", 12, .opcode),
      ("fade0c0000000010" + "00000001" + "40000063", 12, .opcode),
      ("fade0c0000000018" + "00000001" + "80000002" + "00000001" + "78000000", 12, .opcode),
      ("fade0c0000000010" + "00000001" + "00000006", 16, .short),
      ("fade0c0000000014" + "00000001" + "00000002" + "ffffffff", 20, .short),
      ("fade0c0000000015" + "00000001" + "00000002" + "00000001" + "78", 20, .short),
      ("fade0c0000000018" + "00000001" + "00000008" + "00000001" + "78000000", 16, .hash),
      (
        "fade0c000000001c" + "00000001" + "0000000a" + "00000001" + "78000000" + "0000000f", 24,
        .match
      ),
      (
        "fade0c0000000024" + "00000001" + "0000000a" + "00000001" + "78000000" + "00000009"
          + "7fffffffffffffff", 28, .moment
      ),
      (
        "fade0c0000000020" + "00000001" + "0000000e" + "00000000" + "00000002" + "2a830000"
          + "00000000", 20, .identifier
      ),
      (
        "fade0c0000000024" + "00000001" + "0000000b" + "00000000" + "00000007"
          + "6669656c642e3100" + "00000000", 20, .identifier
      ),
      ("fade0c000000001c" + "00000001" + "804c4b01" + "00000006" + "616c776179730000", 16, .term),
      (
        "fade0c0000000024" + "00000001" + "804c4b01" + "00000010"
          + "737472656e6774683e3d202068656c64", 16, .term
      ),
    ])
  func refused(hexadecimal: String, offset: Int, reason: CompiledRequirementFailure.Reason) throws {
    let bytes = try #require(HexText.bytes(Array(hexadecimal.utf8)))
    let failure = try #require(throws: CompiledRequirementFailure.self) {
      try CodeRequirement(compiled: bytes)
    }
    #expect(failure.offset == offset)
    #expect(failure.reason == reason)
    #expect(failure.description == "byte \(offset): \(reason.sentence)")
  }

  /// Returns a compiled requirement of these operations.
  private static func compiled(_ operations: [UInt32]) -> [UInt8] {
    ([0xFADE_0C00, UInt32(12 + 4 * operations.count), 1] + operations).flatMap { number in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
  }

  private static func repeated(_ operations: [UInt32], _ count: Int) -> [UInt32] {
    Array([[UInt32]](repeating: operations, count: count).joined())
  }

  @Test("deep nesting is refused, long rows of operands are not")
  func deep() throws {
    let count = (CodeRequirement.compiledLimit - 12) / 4
    func failure(_ operations: [UInt32]) -> CompiledRequirementFailure.Reason? {
      do {
        _ = try CodeRequirement(compiled: Self.compiled(operations))
        return nil
      } catch {
        return error.reason
      }
    }
    let negations = [UInt32](repeating: 9, count: 16)
    #expect(failure(negations + [1]) == nil)
    #expect(failure(negations + [9, 1]) == .tooDeep)
    #expect(failure([UInt32](repeating: 9, count: count - 1) + [1]) == .tooDeep)
    // Pairs nested to the left and to the right are rows of operands.
    let half = (count - 1) / 2
    let left = [UInt32](repeating: 6, count: half) + [UInt32](repeating: 1, count: half + 1)
    let right = Self.repeated([7, 0], half) + [1]
    #expect(failure(left) == nil)
    #expect(failure(right) == nil)
    #expect(failure([UInt32](repeating: 6, count: count)) == .short)
    // An `or` in an `and` needs parentheses.
    let turns = Self.repeated([6, 1, 7, 0], 16) + [1]
    #expect(failure(turns) == nil)
    #expect(failure([6, 1, 7, 0] + turns) == .tooDeep)
    #expect(failure([UInt32](repeating: 1, count: count + 1)) == .length)
  }

  @Test("each byte changed, and each end cut off: the answer is a requirement or a refusal")
  func hostile() throws {
    var count = 0
    let all = try RequirementRow.all.map {
      try #require(CodeRequirement(text: $0.text.utf8).compiled)
    }
    for bytes in all + Self.known.map(\.bytes) {
      for place in bytes.indices {
        #expect(throws: CompiledRequirementFailure.self) {
          try CodeRequirement(compiled: Array(bytes[..<place]))
        }
        for other in [0, 0x7F, 0x80, 0xFF, bytes[place] &+ 1, bytes[place] ^ 0x20] as [UInt8] {
          var changed = bytes
          changed[place] = other
          guard let requirement = try? CodeRequirement(compiled: changed) else { continue }
          count += 1
          try Self.checkForms(of: requirement)
        }
      }
    }
    #expect(count > 1_000)
  }

  /// Checks that text and compiled form of a requirement lead back to it.
  static func checkForms(of requirement: CodeRequirement) throws {
    if let compiled = requirement.compiled {
      #expect(try CodeRequirement(compiled: compiled) == requirement)
    }
    #expect(try CodeRequirement(text: requirement.text.utf8).text.isEmpty == false)
    _ = requirement.verdict(on: RequirementSubject(program: ProgramFile(path: nil)))
  }

  @Test("Latchkey's own conditions are not compiled below !, where macOS would find them met")
  func negated() throws {
    for text in [
      #"! team "X""#, #"! ! path "/x""#, #"! (always and digest H"\#(RequirementRow.long)")"#,
      "identifier x and ! (never or strength >= held)",
    ] {
      #expect(try CodeRequirement(text: text.utf8).compiled == nil, "\(text)")
    }
    #expect(try CodeRequirement(text: #"! identifier x and team "X""#.utf8).compiled != nil)
  }
}
