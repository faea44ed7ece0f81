// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// An access control as steps name it.
///
/// The model itself knows which evidence each kind needs (Specification/secitem.md, "Resulting
/// operation table").
struct ModelControl: Hashable, Sendable {
  enum Kind: CaseIterable, Sendable {
    /// The access control that a protection implies.
    case bare
    /// Flags 0: an entry that allows everything.
    case open
    case userPresence
    /// Needs biometrics as enrolled when the item was bound.
    ///
    /// Items are bound to the first enrolment.
    case enrolled
    /// No password under it could ever be read.
    case privateKeyUsage
  }

  let kind: Kind
  let protectionName: String

  var needsEvidence: Bool { kind == .userPresence || kind == .enrolled }
  var staysHere: Bool { kind != .bare }

  /// The access control object for the engine.
  var object: AccessControl {
    let flags: AccessControl.Flags? =
      switch kind {
      case .bare: nil
      case .open: []
      case .userPresence: .userPresence
      case .enrolled: .biometryCurrentSet
      case .privateKeyUsage: .privateKeyUsage
      }
    let bare = AccessControl.bare(Protection(name: protectionName) ?? .always)
    guard let flags else { return bare }
    var object = (try? AccessControl(protectionName: protectionName, flags: flags)) ?? bare
    // Binding is tested separately (ItemTests of LocalAuthentication).
    if needsEvidence { object.explicitBound = true }
    if kind == .enrolled { object.boundGeneration = ModelQuestion.Evidence.firstEnrolment }
    return object
  }
}

/// One item or tombstone of the model.
struct ModelRow {
  let itemClass: ItemClass
  /// The place in the order of insertion.
  let place: Int
  /// The number that stands for the persistent reference.
  let name: Int
  /// The number that stands for the name under which the item would travel.
  var uuid: Int
  var attributes: [Attribute: AttributeValue] = [:]
  var protection: Protection
  var isSynchronizable = false
  var isTombstone = false
  /// True if the row was deleted while it was locked, and not finished since.
  var isUnfinished = false
  /// True if its class key was lost with a passcode (Specification/secitem.md, "Passcode removal
  /// and key bag loss").
  var isGone = false
  var control: ModelControl?
  var secret: [UInt8]?
  var revision: Int64

  init(_ itemClass: ItemClass, place: Int, name: Int, uuid: Int, protection: Protection) {
    self.itemClass = itemClass
    self.place = place
    self.name = name
    self.uuid = uuid
    self.protection = protection
    revision = 0
  }

  var group: String {
    guard case .text(let name)? = attributes[.accessGroup] else { return "" }
    return name
  }

  /// The primary key (Specification/secitem.md, "Uniqueness tuples").
  ///
  /// Absent and empty values are equal in it.
  var key: [[UInt8]] {
    let own = ModelTables.rows(of: itemClass).filter(\.isKey).map { row in
      attributes[row.attribute].map { ModelTables.comparable($0, row.kind) } ?? []
    }
    return own + [[isSynchronizable ? 1 : 0]]
  }

  /// True if other devices may know the item (Specification/sync.md, "Seams", S10).
  var mayTravel: Bool { !protection.name.hasSuffix("u") && mayBeSynchronizable }

  /// True if a strict profile stores the item as synchronizable (Specification/secitem.md,
  /// "Synchronizable and ThisDeviceOnly", "Synchronizable and access control").
  var mayBeSynchronizable: Bool {
    control?.staysHere != true
      && [Attribute.tokenIdentifier, .sharingGroup].allSatisfy {
        (attributes[$0] ?? .text("")) == .text("")
      }
  }

  /// Stamps the row with a moment, as each sealing does.
  mutating func seal(at moment: Int64) {
    revision = moment
    attributes[.modificationDate] = .date(Instant(microseconds: moment))
    attributes[.digest] = .text("sha1")
  }

  /// Reduces the row to the attributes of a tombstone: the primary key and the date of creation
  /// (Specification/secitem.md, "Tombstones").
  mutating func bury() {
    for row in ModelTables.rows(of: itemClass)
    where !row.isKey && row.attribute != .creationDate {
      attributes[row.attribute] = nil
    }
    attributes[.digest] = nil
    isTombstone = true
    control = nil
    secret = nil
  }

  /// Fills in the values that are never absent (Specification/secitem.md, "Attributes returned by
  /// CopyMatching for values never set").
  ///
  /// An empty nullable attribute of the key reads as absent.
  mutating func addDefaults() {
    for row in ModelTables.rows(of: itemClass) where row.isKey {
      if let fallback = row.fallback {
        attributes[row.attribute] = attributes[row.attribute] ?? fallback
      } else if attributes[row.attribute] == .text("") {
        attributes[row.attribute] = nil
      }
    }
  }
}
