// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Compares the attributes that a refused call of `SecItemAdd` passed with the attributes of the
/// existing item.
///
/// The existing item has the primary key of the item that the call wanted to add.
struct CollisionComparison {
  struct Given {
    let attribute: Attribute
    let value: AttributeValue
    let stored: AttributeValue?
  }

  /// Attributes outside the primary key whose passed value differs from the stored value.
  private(set) var different: [Given] = []
  /// Attributes of the primary key whose passed value and stored value have equal bytes but
  /// different kinds.
  ///
  /// For example, the refused call passed data, and the stored value is text.
  private(set) var otherKind: [Given] = []
  /// Attributes whose passed value equals the stored value.
  private(set) var same: [Attribute] = []
  /// Attributes of the primary key that the refused call did not pass, although they distinguish
  /// items of the class.
  private(set) var absentKey: [Attribute] = []
  /// True if a certificate or key was added as bytes only, so that no attributes were read from it.
  private(set) var isRaw = false

  /// Attributes outside the primary key that the existing item has and the refused call did not
  /// pass.
  private(set) var onlyStored: [Attribute] = []

  /// Returns a line that lists the attributes in `onlyStored`, or nil if that list is empty.
  var others: FindingText? {
    guard !onlyStored.isEmpty else { return nil }
    return .duplicateDiffersOnlyInNonuniqueAttribute.alsoStored(
      attrs: onlyStored.map(\.name).joined(separator: ", "))
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
    // A protection is not among the attributes of the new item.
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
