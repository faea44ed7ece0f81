// SPDX-License-Identifier: Apache-2.0
import CodeIdentity

/// Reads a requirement as text, if the first byte is even, or as a compiled requirement.
enum FuzzRequirement {
  static func run(_ bytes: [UInt8]) {
    let content = Array(bytes.dropFirst())
    if (bytes.first ?? 0) % 2 == 0 {
      guard let requirement = try? CodeRequirement(text: content) else { return }
      precondition(text(requirement) == requirement, "the text leads back")
      guard let compiled = requirement.compiled else { return }
      precondition((try? CodeRequirement(compiled: compiled)) == requirement, "the bytes lead back")
    } else {
      guard let requirement = try? CodeRequirement(compiled: content) else { return }
      precondition(text(requirement) != nil, "the text can be read")
      guard let compiled = requirement.compiled else { return }
      precondition((try? CodeRequirement(compiled: compiled)) == requirement, "the bytes lead back")
    }
  }

  /// Returns the requirement that the text of a requirement leads to, with an answer to it.
  ///
  /// A text that is too long counts as read.
  private static func text(_ requirement: CodeRequirement) -> CodeRequirement? {
    _ = requirement.verdict(on: RequirementSubject(program: ProgramFile(path: nil)))
    let text = requirement.text
    guard text.utf8.count <= CodeRequirement.textLimit else { return requirement }
    return try? CodeRequirement(text: text.utf8)
  }
}
