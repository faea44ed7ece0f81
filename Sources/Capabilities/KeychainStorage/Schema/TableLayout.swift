// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The columns and indexes of the table for one item class, derived from the schema of the class.
package final class TableLayout: Sendable {
  /// An index that queries of the table use, described by its first columns.
  ///
  /// An index contains only the first half of each digest (`prefix`), because short entries need
  /// fewer pages, which a call of Add must write. After the index is read, the whole digest in the
  /// row or the decrypted value is compared.
  package struct Index: Hashable, Sendable {
    package let name: String
    /// The attributes whose digests are the first columns of the index, in order.
    package let leading: [Attribute]
    /// True if the index also contains the column `sync` (1 for a synchronizable item), after the
    /// access group.
    ///
    /// Every index contains the access group after its leading attributes.
    package let hasSync: Bool
    /// The number of the index within its class, from which the `StatementKey` of a query is made.
    package let number: UInt64
    /// The digest columns of the leading attributes, as a mask with one bit for each column.
    let columns: UInt64
  }

  package let itemClass: ItemClass
  /// The attributes whose digests have a column in the table, in the order of the columns.
  package let digests: [Attribute]
  /// The indexes for queries by attributes: a query uses the first index that fits.
  package let search: [Index]
  /// The index by access group and by the column `sync`, for queries that list all items of the
  /// class.
  package let listing: Index
  /// The names of all columns except the row number, in the order of the table.
  package let columns: [String]
  /// The names of the columns that are part of an index or of the condition of an index.
  package let indexed: [String]

  /// The name of the table, which is the raw value of the item class.
  package var name: String { itemClass.rawValue }

  /// Returns the position of an attribute's digest among the digest columns.
  ///
  /// Nil if the attribute has no digest column.
  package func place(of attribute: Attribute) -> Int? {
    // The attributes are compared by number: each condition of each query gets here, and a function
    // call for each column would be slow.
    digests.firstIndex { $0.rawValue == attribute.rawValue }
  }

  /// Returns the digest columns of the given attributes, as a mask with one bit for each column.
  func bits(of attributes: ArraySlice<Attribute>) -> UInt64 {
    attributes.reduce(0) { bits, attribute in
      bits | (place(of: attribute).map { 1 << UInt64($0) } ?? 0)
    }
  }

  /// Returns the digest columns that the terms (conditions of a plan) compare, as a mask with one
  /// bit for each column.
  ///
  /// Nil if no row can match, because an attribute has no digest column or two terms contradict
  /// each other.
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

  /// True if an index begins with the two given attributes, in either order.
  ///
  /// Rows with given values of these attributes are then found without reading other rows.
  package func leads(_ pair: Set<Attribute>) -> Bool {
    search.contains { Set($0.leading.prefix(2)) == pair }
  }

  /// Returns the position in `search` of the first index whose leading columns are all in the mask
  /// `columns`.
  ///
  /// Nil if no index fits.
  func index(within columns: UInt64) -> Int? {
    search.indices.first { search[$0].columns & ~columns == 0 }
  }

  /// Returns the name of the column that contains the digest of an attribute.
  package static func column(_ attribute: Attribute) -> String { "d_" + attribute.name }

  /// Returns the SQL expression for the first eight bytes of an attribute's digest, which indexes
  /// contain.
  package static func prefix(_ attribute: Attribute) -> String {
    "substr(\(column(attribute)), 1, 8)"
  }

  /// Returns the layout of the table for an item class.
  ///
  /// Identities have no table, so the result for them is the layout of keys.
  package static func of(_ itemClass: ItemClass) -> TableLayout {
    switch itemClass {
    case .genericPassword: genericPassword
    case .internetPassword: internetPassword
    case .certificate: certificate
    case .key, .identity: key
    }
  }

  /// The layouts of the tables for all item classes that are stored.
  package static let all = ItemClass.stored.map(TableLayout.of)

  // The first index serves queries by most of the primary key and by its first attribute. The other
  // indexed attributes of the schema have one index each.
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
