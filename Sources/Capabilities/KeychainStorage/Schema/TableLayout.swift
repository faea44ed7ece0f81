// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The table of a stored class: columns and indexes, derived from the class's schema.
package final class TableLayout: Sendable {
  /// A search index, by the columns it leads with.
  ///
  /// Indexes hold the first half of each digest (`prefix`), as every entry costs room in a page
  /// that an add must write; a query compares the whole digest in the row.
  package struct Index: Hashable, Sendable {
    package let name: String
    /// The attributes in front.
    package let leading: [Attribute]
    /// Whether `sync` follows the access group, which follows in all of them.
    package let hasSync: Bool
    /// Its place among the indexes of its class.
    package let number: UInt64
    /// The digest columns of the attributes in front, as bits.
    let columns: UInt64
  }

  package let itemClass: ItemClass
  /// The attributes with a digest column, in column order.
  package let digests: [Attribute]
  /// The indexes over attributes, best one first.
  package let search: [Index]
  /// The index that lists a class by access group and `sync`.
  package let listing: Index
  /// All columns but the row number, in the order of the table.
  package let columns: [String]
  /// The columns that stand in an index or in its condition.
  package let indexed: [String]

  /// The table's name.
  package var name: String { itemClass.rawValue }

  /// The place of an attribute among the digest columns; nil when it has none.
  package func place(of attribute: Attribute) -> Int? {
    // By number: asked for each condition of each query, where a call for each column would show.
    digests.firstIndex { $0.rawValue == attribute.rawValue }
  }

  /// The digest columns of attributes, as bits.
  func bits(of attributes: ArraySlice<Attribute>) -> UInt64 {
    attributes.reduce(0) { bits, attribute in
      bits | (place(of: attribute).map { 1 << UInt64($0) } ?? 0)
    }
  }

  /// The digest columns that terms compare, as bits.
  ///
  /// Nil when a term has no column or two terms contradict each other: no row matches.
  func columns(of terms: [StorePlan.Term]) -> UInt64? {
    var columns: UInt64 = 0
    for term in terms {
      guard let place = place(of: term.attribute) else { return nil }
      let bit: UInt64 = 1 << UInt64(place)
      if columns & bit != 0 {
        for other in terms where other.attribute == term.attribute {
          guard other.digest == term.digest else { return nil }
        }
      }
      columns |= bit
    }
    return columns
  }

  /// Whether an index leads with two attributes, in any order, so that rows with both are found
  /// without a look at others.
  package func leads(_ pair: Set<Attribute>) -> Bool {
    search.contains { Set($0.leading.prefix(2)) == pair }
  }

  /// The place in `search` of the first index whose attributes are all among digest columns.
  func index(within columns: UInt64) -> Int? {
    search.indices.first { search[$0].columns & ~columns == 0 }
  }

  /// The column of an attribute's digest.
  package static func column(_ attribute: Attribute) -> String { "d_" + attribute.name }

  /// What an index holds of a digest.
  package static func prefix(_ attribute: Attribute) -> String {
    "substr(\(column(attribute)), 1, 8)"
  }

  /// The layout of a class; an identity is read from the table of keys.
  package static func of(_ itemClass: ItemClass) -> TableLayout {
    switch itemClass {
    case .genericPassword: genericPassword
    case .internetPassword: internetPassword
    case .certificate: certificate
    case .key, .identity: key
    }
  }

  /// The layouts of all classes that have a table.
  package static let all = ItemClass.stored.map(TableLayout.of)

  // The first index answers look-ups by most of the primary key and by what it starts with; the
  // other indexed attributes of the schema follow with an index each.
  private static let genericPassword = TableLayout(.genericPassword, [.service, .account])
  private static let internetPassword = TableLayout(
    .internetPassword, [.server, .account, .protocolCode, .port])
  private static let certificate = TableLayout(.certificate, [.issuer, .serialNumber])
  private static let key = TableLayout(.key, [.applicationLabel])

  private init(_ itemClass: ItemClass, _ first: [Attribute]) {
    let schema = Schema.of(itemClass)
    let table = itemClass.rawValue
    self.itemClass = itemClass
    let digests = schema.digested.map(\.attribute)
    self.digests = digests
    let others = schema.digested.filter {
      $0.roles.contains(.indexed) && $0.attribute != .accessGroup && $0.attribute != first[0]
    }.map(\.attribute)
    func bits(_ attributes: [Attribute]) -> UInt64 {
      digests.enumerated().reduce(0) { bits, digest in
        attributes.contains(digest.element) ? bits | 1 << UInt64(digest.offset) : bits
      }
    }
    let key = Index(
      name: table + "_key", leading: first, hasSync: false, number: 1, columns: bits(first))
    search =
      [key]
      + others.enumerated().map { place, attribute in
        Index(
          name: table + "_" + attribute.name, leading: [attribute], hasSync: false,
          number: UInt64(place) + 2, columns: bits([attribute]))
      }
    listing = Index(name: table + "_agrp", leading: [], hasSync: true, number: 0, columns: 0)
    columns =
      SchemaText.fixedColumns.dropFirst().map(\.name) + digests.map(Self.column)
      + ["meta", "secret"]
    let leading = Set(first + others + [.accessGroup])
    indexed =
      ["uuid", "persistref", "slot", "sync", "tomb"]
      + digests.filter(leading.contains).map(Self.column)
  }
}
