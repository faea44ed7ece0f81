// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The partitions whose programs may use an item (Specification/file-keychain.md, "Partition ids").
///
/// A partition is a kind of programs, for example all programs of one developer team.
package struct PartitionList: Hashable, Sendable {
  /// The identifiers, in their order: for example `apple-tool:`, `teamid:ABC`, `unsigned:`.
  package var identifiers: [String]

  package init(_ identifiers: [String]) { self.identifiers = identifiers }

  private static let key = "Partitions"

  /// Reads a partition list from the bytes that its entry in an access list holds.
  ///
  /// Nil if the bytes are not a property list that has texts under the key `Partitions`.
  package init?(decoding payload: [UInt8]) {
    guard let list = PropertyListValue(payload)?[Self.key]?.array else { return nil }
    identifiers = list.compactMap(\.text)
    guard identifiers.count == list.count else { return nil }
  }

  package func encode() -> [UInt8] {
    PropertyListValue.dictionary([Self.key: .array(identifiers.map { .text($0) })]).xml
  }
}

extension AccessList {
  /// The data of the item that the entry with a tag (`Entry.tag`) holds in place of a condition.
  ///
  /// Nil if the access list has no such entry.
  private func payload(_ tag: [UInt8]) -> [UInt8]? {
    for entry in entries where entry.tag == tag {
      if case .partition(let bytes) = entry.subject { return bytes }
    }
    return nil
  }

  private mutating func set(
    _ payload: [UInt8]?, _ tag: [UInt8], _ authorization: Authorization
  ) {
    entries.removeAll { $0.tag == tag }
    guard let payload else { return }
    entries.append(Entry(.partition(payload), [authorization], tag: tag))
  }

  /// The partition list of the item; nil if the item has no list, or if it cannot be read.
  package var partitions: PartitionList? {
    get { payload(Self.partitionTag).flatMap(PartitionList.init(decoding:)) }
    set { set(newValue?.encode(), Self.partitionTag, .partitionList) }
  }

  /// True if the list has an entry for the item's partition list, even one that cannot be read.
  package var hasPartitions: Bool { entries.contains { $0.tag == Self.partitionTag } }

  /// True if the list has an entry for the item's integrity digest, even one that cannot be read.
  var hasIntegrity: Bool { entries.contains { $0.tag == Self.integrityTag } }

  /// Replaces this list's entry that has a tag by the other list's entry with this tag.
  ///
  /// An entry that cannot be read is copied too. If the other list has no entry with this tag, the
  /// entry of this list is removed.
  mutating func keep(_ tag: [UInt8], of other: AccessList) {
    entries.removeAll { $0.tag == tag }
    entries += other.entries.filter { $0.tag == tag }
  }

  /// The integrity digest of the item; nil if the item has no digest.
  package var integrity: [UInt8]? {
    get { payload(Self.integrityTag) }
    set { set(newValue, Self.integrityTag, .integrity) }
  }
}
