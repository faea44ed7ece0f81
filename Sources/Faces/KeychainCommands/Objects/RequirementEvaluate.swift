// SPDX-License-Identifier: Apache-2.0
import CodeIdentity
import KeychainTypes
import SecureMemory

/// The command `requirement-evaluate`, which compares certificates with a code requirement
/// (Specification/security-cli.md, "Trust, verification, CMS, misc").
enum RequirementEvaluate {
  /// The statuses that the command prints: 0 if the certificates meet the requirement, otherwise a
  /// status of Apple's code signing.
  private enum Status {
    static let met: Int32 = 0
    static let notMet: Int32 = -67050
    static let notSigned: Int32 = -67062
  }

  /// The exit status for a requirement that is not met.
  private static let notMet: Int32 = 3

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let operands = try invocation.options().operands
    let requirement = try requirement(operands[0], in: invocation)
    let certificates = try CertificateFiles.read(Array(operands.dropFirst()), in: invocation)
    guard !certificates.isEmpty else {
      invocation.terminal.complain("requirement-evaluate: the files have no certificate")
      return 1
    }
    let chain = RequirementChain(certificates, trust: invocation.store.trust)
    let verdict = requirement.verdict(on: RequirementSubject(certificates: chain))
    let terminal = invocation.terminal
    guard let description = verdict.description else {
      terminal.output("\(Status.met)\n")
      return 0
    }
    terminal.output("\(verdict.isForSignature ? Status.notSigned : Status.notMet)\n")
    terminal.complain(description)
    return notMet
  }

  /// Reads the requirement that an operand gives.
  ///
  /// Four kinds of operands are accepted:
  ///
  /// - The operand `-` means standard input.
  /// - An operand that begins with `/`, `./` or `../` is the path of a file, unless it begins with
  ///   a comment (`//` or `/*`).
  /// - After `=`, the rest of the operand is the text of the requirement.
  /// - Any other operand is itself the text of the requirement.
  ///
  /// A file or standard input has the requirement as text or in compiled form.
  private static func requirement(
    _ operand: [UInt8], in invocation: Invocation
  ) throws(Stop) -> CodeRequirement {
    let isText = operand.first == UInt8(ascii: "=")
    let content = isText ? Array(operand.dropFirst()) : try content(operand, in: invocation)
    do {
      let magic: [UInt8] = [0xFA, 0xDE]
      return content.starts(with: magic)
        ? try CodeRequirement(compiled: content) : try CodeRequirement(text: content)
    } catch {
      invocation.terminal.complain("requirement-evaluate: \(error)")
      throw .status(1)
    }
  }

  /// Returns the bytes of the file that the operand names, or the operand itself if it is text.
  private static func content(
    _ operand: [UInt8], in invocation: Invocation
  ) throws(Stop) -> [UInt8] {
    let isInput = operand == Array("-".utf8)
    let isPath = ["/", "./", "../"].contains { operand.starts(with: $0.utf8) }
    let isComment = ["//", "/*"].contains { operand.starts(with: $0.utf8) }
    guard isInput || isPath && !isComment else { return operand }
    do throws(KeychainError) {
      let content = isInput ? try input(in: invocation) : try InputFile.read(operand)
      return content.withBytes { bytes in
        // Content above the limit is cut to one byte more than the limit, so that `CodeRequirement`
        // still refuses it.
        (0..<min(bytes.count, CodeRequirement.compiledLimit + 1)).map { bytes[$0] }
      }
    } catch {
      let name = isInput ? "standard input" : String(decoding: operand, as: UTF8.self)
      _ = Refusal.report(error, of: name, in: invocation)
      throw .status(1)
    }
  }

  private static func input(in invocation: Invocation) throws(KeychainError) -> SecretBytes {
    guard !invocation.terminal.readsCommandsFromInput else {
      throw KeychainError(.parameter, "standard input already carries the commands of -i")
    }
    do throws(QuestionFailure) { return try DescriptorSecret.content(of: 0) } catch {
      throw KeychainError(.ioFailed, "standard input cannot be read")
    }
  }
}
