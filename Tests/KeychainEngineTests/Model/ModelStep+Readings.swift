// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

extension ModelFrame {
  /// Returns a value as the reader would pass it on.
  func reading<Value: Sendable>(_ value: Value) -> Reading<Value> {
    Reading(
      refusal.map { .failure(KeychainError(.init(rawValue: $0), "refused by the reader")) }
        ?? .success(value),
      group: group,
      lateRefusal: lateRefusal.map {
        KeychainError(.init(rawValue: $0), "refused late by the reader")
      }, profile: profile)
  }
}

extension ModelDraft {
  var item: NewItem {
    var item = NewItem(itemClass)
    item.attributes = AttributeSet(attributes.map { .init($0.key, $0.value) })
    item.protectionName = protectionName
    item.accessControl = control?.object
    item.isSynchronizable = isSynchronizable
    item.tombstone = tombstone
    item.secret = secret.map { SecretBytes(copying: $0) }
    item.returns = returns
    item.hasNoEffect = hasNoEffect
    item.evidence = evidence.map(\.real)
    return item
  }
}

extension ModelEdit {
  var changes: Changes {
    var changes = Changes()
    changes.attributes = AttributeSet(attributes.map { .init($0.key, $0.value) })
    changes.protectionName = protectionName
    changes.accessControl = control?.object
    changes.isSynchronizable = isSynchronizable
    changes.tombstone = tombstone
    changes.secret = secret.map { SecretBytes(copying: $0) }
    return changes
  }
}

/// Describes a step in words, for the report of a mismatch.
extension ModelStep: CustomStringConvertible {
  var description: String {
    var parts = ["step \(number) by \(caller), engine \(engine):"]
    switch call {
    case .add(let draft, let frame): parts += ["add", "\(draft)", "\(frame)"]
    case .copy(let question, let frame): parts += ["copy", "\(question)", "\(frame)"]
    case .update(let question, let frame, let edit, let changes):
      parts += ["update", "\(question)", "\(frame)", "with", "\(edit)", "\(changes)"]
    case .delete(let question, let frame): parts += ["delete", "\(question)", "\(frame)"]
    default: parts.append("\(call)")
    }
    if let fault { parts.append("; the disk \(fault)") }
    return parts.joined(separator: " ")
  }
}

extension ModelDraft: CustomStringConvertible {
  var description: String {
    words([
      itemClass.rawValue, ModelTables.words(attributes), protectionName,
      control.map { "\($0.kind) of \($0.protectionName)" }, isSynchronizable ? "sync" : nil,
      tombstone.map { "tomb \($0)" }, secret.map { "secret \($0)" },
      "returns \(returns.rawValue)", hasNoEffect ? "without effect" : nil,
      evidence.map { "evidence \($0)" },
    ])
  }
}

extension ModelEdit: CustomStringConvertible {
  var description: String {
    words([
      ModelTables.words(attributes), protectionName,
      control.map { "\($0.kind) of \($0.protectionName)" },
      isSynchronizable.map { "sync \($0)" }, tombstone.map { "tomb \($0)" },
      secret.map { "secret \($0)" },
    ])
  }
}

extension ModelQuestion: CustomStringConvertible {
  var description: String {
    words([
      itemClass.rawValue, ModelTables.words(predicates),
      dateOf.map { "\($0.attribute) of item \($0.name)" },
      references.isEmpty ? nil : "\(references)", "sync \(sync)",
      tombstones.map { "tomb \($0)" }, "returns \(returns.rawValue)",
      limit.count.map { "limit \($0)" }, host.map { "host \($0)" }, "\(interaction)",
      leavesTombstone.map { "u_Tomb \($0)" },
      evidence.map { "evidence \($0)" },
    ])
  }
}

extension ModelFrame: CustomStringConvertible {
  var description: String {
    let named = if case .named(let name) = group { name } else { "\(group)" }
    return words([
      "(group \(named), \(profile)", refusal.map { "refused \($0)" },
      lateRefusal.map { "refused late \($0)" },
    ]) + ")"
  }
}

extension ModelTables {
  static func words(_ attributes: [Attribute: AttributeValue]) -> String {
    "{" + attributes.map { "\($0.key.name) = \(spell($0.value))" }.sorted().joined(separator: ", ")
      + "}"
  }
}

private func words(_ parts: [String?]) -> String {
  parts.compactMap { $0 }.joined(separator: " ")
}
