// SPDX-License-Identifier: Apache-2.0

extension CodeRequirement {
  /// Compares a program or certificates with the requirement.
  ///
  /// A condition that cannot be decided, for example because there is no signature, is not met, and
  /// its negation is not met either.
  package func verdict(on subject: RequirementSubject) -> RequirementVerdict {
    switch RequirementEvaluator(subject: subject).truth(of: expression) {
    case .met: .satisfied
    case .failed(let finding), .open(let finding): .refused(finding.expression, finding.reason)
    }
  }

  /// Returns the requirement by which a program without a signature is recognised: its path if only
  /// root can change the file, its digest otherwise.
  ///
  /// Nil if the digest is needed but the file cannot be read.
  package static func designated(for program: some ProgramFacts) -> CodeRequirement? {
    if program.isRootControlled(), let path = program.path {
      return CodeRequirement(.term(.path(Array(path.utf8))))
    }
    return program.digest().map { CodeRequirement(.term(.digest($0))) }
  }
}

/// Evaluates a requirement with three possible results: met, failed, and open (the condition cannot
/// be decided, for example because there is no signature).
///
/// The negation of an open condition is open too. Otherwise `! identifier "x"` would let in every
/// program without a signature.
struct RequirementEvaluator {
  let subject: RequirementSubject

  struct Finding {
    let expression: RequirementExpression
    let reason: RequirementVerdict.Reason
  }

  enum Truth {
    case met
    case failed(Finding)
    case open(Finding)
  }

  func truth(of expression: RequirementExpression) -> Truth {
    switch expression {
    case .always: return .met
    case .never: return .failed(Finding(expression: expression, reason: .never))
    case .and(let operands): return conjunction(operands)
    case .or(let operands): return disjunction(operands)
    case .not(let operand):
      switch truth(of: operand) {
      case .met: return .failed(Finding(expression: expression, reason: .excluded))
      case .failed: return .met
      case .open(let finding): return .open(finding)
      }
    case .term(let term):
      switch answer(to: term) {
      case .met: return .met
      case .failed(let reason): return .failed(Finding(expression: expression, reason: reason))
      case .open(let reason): return .open(Finding(expression: expression, reason: reason))
      }
    }
  }

  /// Returns `failed` if an operand failed, else `open` if an operand is open, else `met`.
  ///
  /// `failed` and `open` name the condition and the reason of the first operand that is not met.
  private func conjunction(_ operands: [RequirementExpression]) -> Truth {
    var first: Finding?
    var hasFailed = false
    for operand in operands {
      switch truth(of: operand) {
      case .met: continue
      case .failed(let finding):
        hasFailed = true
        first = first ?? finding
      case .open(let finding): first = first ?? finding
      }
    }
    guard let first else { return .met }
    return hasFailed ? .failed(first) : .open(first)
  }

  /// Returns `met` if an operand is met, else `open` if an operand is open, else `failed`.
  ///
  /// `failed` and `open` name the condition and the reason of the first operand that is not met.
  private func disjunction(_ operands: [RequirementExpression]) -> Truth {
    var first: Finding?
    var isOpen = false
    for operand in operands {
      switch truth(of: operand) {
      case .met: return .met
      case .failed(let finding): first = first ?? finding
      case .open(let finding):
        isOpen = true
        first = first ?? finding
      }
    }
    guard let first else { return .met }
    return isOpen ? .open(first) : .failed(first)
  }

  // MARK: Terms

  private enum Answer {
    case met
    case failed(RequirementVerdict.Reason)
    case open(RequirementVerdict.Reason)

    init(_ isMet: Bool, or reason: RequirementVerdict.Reason = .differs) {
      self = isMet ? .met : .failed(reason)
    }
  }

  private func answer(to term: RequirementTerm) -> Answer {
    switch term {
    case .identifier, .codeHash, .property, .legacyProperty, .entitlement, .platform, .notarized,
      .legacy, .team, .build:
      .open(.noSignature)
    case .anchorApple, .anchorAppleGeneric: .failed(.notApples)
    case .namedAnchor, .namedCode, .unknown: .open(.unknown)
    case .anchorTrusted:
      answer { Answer($0.count > 0 && $0.isTrusted(), or: .notTrusted) }
    case .certificateTrusted(let slot):
      answer(in: slot) { Answer($0.isTrusted($1), or: .notTrusted) }
    case .certificateHash(let slot, let hash): answer(in: slot) { Answer($0.hash($1) == hash) }
    case .certificateField(let slot, let field, let match):
      answer(in: slot) { Answer(isMet(match, field, of: $1, in: $0)) }
    case .path(let path), .interpreter(let path):
      answer(about: subject.program) { program in
        guard let own = program.path, own.utf8.elementsEqual(path) else { return .failed(.differs) }
        return Answer(program.isRootControlled(), or: .pathNotProtected)
      }
    case .digest(let digest):
      answer(about: subject.program) { Answer($0.digest() == digest) }
    case .anchor: answer(about: subject.program) { _ in .open(.noAnchor) }
    case .strength(let least):
      answer(about: subject.program) { _ in Answer(subject.strength >= least, or: .tooWeak) }
    }
  }

  private func answer(
    about program: (any ProgramFacts)?, _ body: (any ProgramFacts) -> Answer
  ) -> Answer {
    program.map(body) ?? .open(.noProgram)
  }

  private func answer(_ body: (any CertificateChainFacts) -> Answer) -> Answer {
    subject.certificates.map(body) ?? .open(.noSignature)
  }

  private func answer(
    in slot: CertificateSlot, _ body: (any CertificateChainFacts, Int) -> Answer
  ) -> Answer {
    answer { chain in
      guard let index = slot.index(in: chain.count) else { return .failed(.noCertificate) }
      return body(chain, index)
    }
  }

  private func isMet(
    _ match: RequirementMatch, _ field: CertificateField, of index: Int,
    in chain: any CertificateChainFacts
  ) -> Bool {
    switch field {
    case .name(let name):
      let field = String(decoding: name, as: UTF8.self)
      return match.isSatisfied(byTexts: chain.values(of: field, index))
    case .extensionPresence(let identifier):
      return isMet(match, presence: chain.hasExtension(identifier, index))
    case .policy(let identifier):
      return isMet(match, presence: chain.hasPolicy(identifier, index))
    case .moment(let identifier):
      return match.isSatisfied(byMoment: chain.moment(of: identifier, index))
    }
  }

  /// True if an extension or a policy of a certificate is present or absent as `match` asks.
  ///
  /// False if `match` compares a value, because extensions and policies have no value.
  ///
  /// - Parameter isPresent: true if the certificate has the extension or policy.
  private func isMet(_ match: RequirementMatch, presence isPresent: Bool) -> Bool {
    switch match {
    case .exists: isPresent
    case .absent: !isPresent
    case .text, .moment: false
    }
  }
}
