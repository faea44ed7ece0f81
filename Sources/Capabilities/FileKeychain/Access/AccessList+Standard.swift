// SPDX-License-Identifier: Apache-2.0

/// The access list of a new item (Specification/file-keychain.md, "Access objects and ACL
/// entries").
extension AccessList {
  /// The operations that trusted programs may do without a question, by the standard access list.
  package static let limited: [Authorization] = [
    .decrypt, .derive, .exportClear, .exportWrapped, .code, .sign,
  ]

  /// Returns the standard access list of a new item.
  ///
  /// Every program may encrypt, and trusted programs may read and use the item. The user is asked
  /// about changes of the list.
  ///
  /// - Parameters:
  ///   - description: the text that names the item in questions to the user.
  ///   - programs: the trusted programs; nil if every program is trusted, empty if no program is.
  package static func standard(
    _ description: [UInt8], trusting programs: [TrustedProgram]?
  ) -> AccessList {
    let prompt = AccessSubject.prompt(AccessSubject.PromptSubject(description))
    return AccessList(
      owner: .threshold(needed: 1, [prompt]),
      [
        Entry(.threshold(needed: 1, [.any, prompt]), [.encrypt]),
        Entry(AccessSubject.simple(prompt, programs), limited),
      ])
  }
}

extension AccessSubject {
  /// Returns the condition that lets trusted programs pass and asks the user about other programs.
  ///
  /// This is the simple form of a condition, the only form that Apple's functions can show.
  ///
  /// - Parameters:
  ///   - prompt: the question to the user about other programs.
  ///   - programs: the trusted programs; nil if every program is trusted.
  package static func simple(_ prompt: AccessSubject, _ programs: [TrustedProgram]?)
    -> AccessSubject
  {
    let first: [AccessSubject] = programs.map { $0.map { .program($0) } } ?? [.any]
    return .threshold(needed: 1, first + [prompt])
  }

  /// The parts of a subject in the simple form: the programs that pass without a question, and the
  /// question to the user about other programs.
  package struct Simple: Hashable, Sendable {
    /// The trusted programs; nil if every program is trusted.
    package let programs: [TrustedProgram]?
    package let prompt: PromptSubject

    /// Returns the condition with this question to the user, but with the given trusted programs.
    ///
    /// - Parameter programs: the trusted programs; nil to trust every program.
    package func trusting(_ programs: [TrustedProgram]?) -> AccessSubject {
      .simple(.prompt(prompt), programs)
    }
  }

  /// The trusted programs and the question of this subject.
  ///
  /// Nil if the subject does not have the simple form, in which trusted programs pass and the user
  /// is asked about other programs.
  package var simple: Simple? {
    guard case .threshold(1, let subjects) = self, case .prompt(let prompt)? = subjects.last else {
      return nil
    }
    let first = subjects.dropLast()
    if first.count == 1, case .any? = first.first { return Simple(programs: nil, prompt: prompt) }
    var programs: [TrustedProgram] = []
    for subject in first {
      guard case .program(let program) = subject else { return nil }
      programs.append(program)
    }
    return Simple(programs: programs, prompt: prompt)
  }
}
