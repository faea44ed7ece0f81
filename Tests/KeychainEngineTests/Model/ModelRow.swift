// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// An access control as steps name it; what each needs is the model's own knowledge
/// (spec/secitem.md 11.3).
struct ModelControl: Hashable, Sendable {
  enum Kind: CaseIterable, Sendable {
    /// The one that a protection implies.
    case bare
    /// Flags 0: an entry that allows everything.
    case open
    case userPresence
    /// Biometry as enrolled when the item was bound, to the first enrolment that there was.
    case enrolled
    /// Nobody could ever read a password under it.
    case privateKeyUsage
  }

  let kind: Kind
  let protectionName: String

  var needsEvidence: Bool { kind == .userPresence || kind == .enrolled }
  var staysHere: Bool { kind != .bare }

  /// The real object.
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
    // Binding is a matter of its own (ItemTests of LocalAuthentication).
    if needsEvidence { object.explicitBound = true }
    if kind == .enrolled { object.boundGeneration = ModelQuestion.Evidence.firstEnrolment }
    return object
  }
}

/// One item or tombstone of the model.
struct ModelRow {
  let itemClass: ItemClass
  /// Place in the order of insertion.
  let place: Int
  /// Stands for the persistent reference.
  let name: Int
  /// Stands for the name that would travel.
  var uuid: Int
  var attributes: [Attribute: AttributeValue] = [:]
  var protection: Protection
  var isSynchronizable = false
  var isTombstone = false
  /// Deleted while it was locked, and not looked at since.
  var isUnfinished = false
  /// Its class key went with a passcode (spec/secitem.md 10.6).
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

  /// The primary key (spec/secitem.md 2.4): absent and empty are one.
  var key: [[UInt8]] {
    let own = ModelTables.rows(of: itemClass).filter(\.isKey).map { row in
      attributes[row.attribute].map { ModelTables.comparable($0, row.kind) } ?? []
    }
    return own + [[isSynchronizable ? 1 : 0]]
  }

  /// Whether other devices can have heard of the item (spec/sync.md S10).
  var mayTravel: Bool { !protection.name.hasSuffix("u") && mayBeSynchronizable }

  /// Whether a strict profile stores it as synchronizable (spec/secitem.md 9.4, 9.5).
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

  /// Keeps what a tombstone has: the primary key and the date of creation (7.3).
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

  /// Fills in what is never absent (2.7); an empty nullable member of the key reads as absent.
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
