// SPDX-License-Identifier: Apache-2.0

/// Attributes of one item: a small map in ascending order of names.
///
/// Items have about a dozen attributes, so an ordered array beats a hash table in time and room.
package struct AttributeSet: Hashable, Sendable {
  /// One attribute with its value.
  package struct Entry: Hashable, Sendable {
    package let attribute: Attribute
    package var value: AttributeValue

    package init(_ attribute: Attribute, _ value: AttributeValue) {
      self.attribute = attribute
      self.value = value
    }
  }

  /// The entries, ascending by name, each name once.
  package private(set) var entries: [Entry]

  package init() {
    entries = []
  }

  /// An empty set with room for so many attributes.
  init(capacity: Int) {
    entries = []
    entries.reserveCapacity(capacity)
  }

  /// Sets the values given; a later entry of a name replaces an earlier one.
  package init(_ entries: [Entry]) {
    self.entries = []
    self.entries.reserveCapacity(entries.count)
    for entry in entries { self[entry.attribute] = entry.value }
  }

  /// Makes room for so many more attributes, so that setting them takes no more memory.
  package mutating func reserve(_ more: Int) { entries.reserveCapacity(entries.count + more) }

  package var isEmpty: Bool { entries.isEmpty }
  package var count: Int { entries.count }

  /// The value of an attribute; setting nil removes it.
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

  /// Takes over all values of another set.
  package mutating func merge(_ other: AttributeSet) {
    for entry in other.entries { self[entry.attribute] = entry.value }
  }

  private func index(of attribute: Attribute) -> Int {
    // New entries mostly arrive in order: look at the end first.
    guard let last = entries.last, attribute <= last.attribute else { return entries.count }
    return entries.firstIndex { $0.attribute >= attribute } ?? entries.count
  }
}

extension AttributeSet: Sequence {
  package func makeIterator() -> IndexingIterator<[Entry]> { entries.makeIterator() }
}

/// Shows names and sizes only: values of attributes do not belong in logs (DESIGN promise 7).
extension AttributeSet: CustomStringConvertible, CustomReflectable {
  package var description: String {
    "AttributeSet(" + entries.map(\.attribute.name).joined(separator: " ") + ")"
  }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
