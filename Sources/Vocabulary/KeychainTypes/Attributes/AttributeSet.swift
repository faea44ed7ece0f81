// SPDX-License-Identifier: Apache-2.0

/// The attributes of one item: a small map in ascending order of attribute names.
///
/// Items have about a dozen attributes, so an ordered array beats a hash table in time and memory.
package struct AttributeSet: Hashable, Sendable {
  /// One attribute and its value.
  package struct Entry: Hashable, Sendable {
    package let attribute: Attribute
    package var value: AttributeValue

    package init(_ attribute: Attribute, _ value: AttributeValue) {
      self.attribute = attribute
      self.value = value
    }
  }

  /// The attributes and values, in ascending order of names; each name occurs once.
  package private(set) var entries: [Entry]

  package init() {
    entries = []
  }

  /// Makes an empty set with room for the given number of attributes.
  init(capacity: Int) {
    entries = []
    entries.reserveCapacity(capacity)
  }

  /// Makes a set of the given entries; if two entries have the same name, the set keeps the value
  /// of the later entry.
  package init(_ entries: [Entry]) {
    self.entries = []
    self.entries.reserveCapacity(entries.count)
    for entry in entries { self[entry.attribute] = entry.value }
  }

  /// Reserves memory for `more` additional attributes, so that setting these attributes allocates
  /// no memory.
  package mutating func reserve(_ more: Int) { entries.reserveCapacity(entries.count + more) }

  package var isEmpty: Bool { entries.isEmpty }
  package var count: Int { entries.count }

  /// The value of an attribute in this set; nil if the set does not have the attribute.
  ///
  /// Setting nil removes the attribute.
  package subscript(attribute: Attribute) -> AttributeValue? {
    get {
      let place = index(of: attribute)
      guard place < entries.count, entries[place].attribute == attribute else { return nil }
      return entries[place].value
    }
    set {
      let place = index(of: attribute)
      let exists = place < entries.count && entries[place].attribute == attribute
      switch (newValue, exists) {
      case (let value?, true): entries[place].value = value
      case (let value?, false) where place == entries.count: entries.append(Entry(attribute, value))
      case (let value?, false): entries.insert(Entry(attribute, value), at: place)
      case (nil, true): entries.remove(at: place)
      case (nil, false): break
      }
    }
  }

  /// Adds the attributes of another set to this set; if both sets have an attribute, the other
  /// set's value replaces the value in this set.
  package mutating func merge(_ other: AttributeSet) {
    for entry in other.entries { self[entry.attribute] = entry.value }
  }

  private func index(of attribute: Attribute) -> Int {
    // Look at the end first, because new entries mostly arrive in order.
    guard let last = entries.last, attribute <= last.attribute else { return entries.count }
    return entries.firstIndex { $0.attribute >= attribute } ?? entries.count
  }
}

extension AttributeSet: Sequence {
  package func makeIterator() -> IndexingIterator<[Entry]> { entries.makeIterator() }
}

/// Describes a set by the names of its attributes, without values, because values must not get into
/// logs (Specification/design.md, "Promises", 7).
extension AttributeSet: CustomStringConvertible, CustomReflectable {
  package var description: String {
    "AttributeSet(" + entries.map(\.attribute.name).joined(separator: " ") + ")"
  }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
