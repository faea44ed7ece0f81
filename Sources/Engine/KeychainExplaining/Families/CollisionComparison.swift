// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// How what was given compares with the item that is in the way.
struct CollisionComparison {
  struct Given {
    let attribute: Attribute
    let value: AttributeValue
    let stored: AttributeValue?
  }

  /// Outside the primary key, with another value than the stored one.
  private(set) var different: [Given] = []
  /// In the primary key, equal and of another kind.
  private(set) var otherKind: [Given] = []
  /// Given with the stored value.
  private(set) var same: [Attribute] = []
  /// Attributes of the key that were not given and tell items apart.
  private(set) var absentKey: [Attribute] = []
  /// A certificate or key of which nothing was read.
  private(set) var isRaw = false

  /// Stored without having been given, outside the key.
  private(set) var onlyStored: [Attribute] = []

  /// A line about what is stored beside what was given; nil where that is nothing.
  func others(_ wording: Wording) -> String? {
    guard !onlyStored.isEmpty else { return nil }
    return "also stored: " + onlyStored.map(\.name).joined(separator: ", ")
  }

  init(_ collision: CollisionFact, _ facts: CallFacts) {
    let given = facts.item?.attributes ?? AttributeSet()
    let schema = Schema.of(collision.occupant.itemClass)
    for entry in given {
      guard let row = schema[entry.attribute], row.roles.contains(.sealed) else { continue }
      let stored = collision.occupant.attributes[entry.attribute]
      let compared = Given(attribute: entry.attribute, value: entry.value, stored: stored)
      if row.roles.contains(.primaryKey) {
        if let stored, stored.kindName != entry.value.kindName, !stored.isEmpty {
          otherKind.append(compared)
        } else {
          same.append(entry.attribute)
        }
      } else if !row.roles.contains(.assigned), collision.occupant.state == .readable {
        let isSame = stored.map { Canonical.equal($0, entry.value, kind: row.kind) } ?? false
        if isSame { same.append(entry.attribute) } else { different.append(compared) }
      }
    }
    // A protection of its own is no attribute of the draft.
    if let name = facts.item?.protectionName, collision.occupant.state == .readable,
      name != collision.occupant.protection.name
    {
      different.append(
        Given(
          attribute: .protection, value: .text(name),
          stored: .text(collision.occupant.protection.name)))
    }
    onlyStored = collision.occupant.attributes.map(\.attribute).filter { attribute in
      guard let row = schema[attribute], row.roles.contains(.sealed) else { return false }
      return given[attribute] == nil && !row.roles.contains(.primaryKey)
        && !row.roles.contains(.assigned)
    }
    switch schema.itemClass {
    case .genericPassword: absentKey = [.account].filter { given[$0] == nil }
    case .internetPassword: absentKey = [.account].filter { given[$0] == nil }
    case .certificate: isRaw = given[.issuer] == nil && given[.serialNumber] == nil
    case .key: isRaw = given[.applicationLabel] == nil && given[.applicationTag] == nil
    case .identity: break
    }
  }
}
