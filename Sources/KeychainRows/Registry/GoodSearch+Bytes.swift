// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The bytes of a search that found something (Documentation/Formats/store.md, registry).
extension GoodSearch {
  private enum Tag {
    /// Not 1, which generations begin with: one who knows no searches leaves them out.
    static let itemClass: UInt16 = 2
    static let time: UInt16 = 3
    static let generation: UInt16 = 4
    /// The first of the conditions: the attribute (4 bytes), then the digest (16).
    static let conditions: UInt16 = 0x0100
  }

  /// How many conditions of a search are kept; one of more is not.
  package static let mostConditions = 32

  var bytes: [UInt8] {
    var entries = [
      TaggedList.Entry(tag: Tag.itemClass, bytes: [itemClass.number]),
      TaggedList.Entry(tag: Tag.time, bytes: LittleEndian.bytes(time)),
      TaggedList.Entry(tag: Tag.generation, bytes: Canonical.littleEndian(generation)),
    ]
    for (place, condition) in conditions.sorted(by: { $0.key < $1.key }).enumerated() {
      entries.append(
        TaggedList.Entry(
          tag: Tag.conditions + UInt16(truncatingIfNeeded: place),
          bytes: Canonical.littleEndian(condition.key.rawValue) + condition.value.bytes))
    }
    return TaggedList(entries).encode()
  }

  init?(bytes: [UInt8]) {
    guard let list = try? TaggedList(decoding: bytes.span),
      let itemClass = list[Tag.itemClass]?.first.flatMap({ ItemClass(number: $0) }),
      let time = LittleEndian.instant(list[Tag.time]),
      let generation = LittleEndian.number32(list[Tag.generation])
    else { return nil }
    var conditions: [Attribute: Identifier16] = [:]
    for entry in list.entries where entry.tag >= Tag.conditions {
      guard let name = LittleEndian.number32(Array(entry.bytes.prefix(4))),
        let digest = Identifier16(Array(entry.bytes.dropFirst(4)))
      else { return nil }
      conditions[Attribute(rawValue: name)] = digest
    }
    self.init(itemClass: itemClass, conditions: conditions, time: time, generation: generation)
  }
}
