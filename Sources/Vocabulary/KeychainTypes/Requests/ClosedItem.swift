// SPDX-License-Identifier: Apache-2.0

/// The item that an access list closes to a program, as the options of `security` describe it.
///
/// A report makes its commands of these facts. Only a report that shows values prints the values.
/// Records and JSON leave them out.
package struct ClosedItem: Hashable, Sendable {
  /// An attribute of the item, with its value as the argument of an option.
  package struct Argument: Hashable, Sendable {
    package let attribute: Attribute
    package let value: [UInt8]

    package init(_ attribute: Attribute, _ value: [UInt8]) {
      (self.attribute, self.value) = (attribute, value)
    }
  }

  /// A part of the item that no option gives to a new item.
  package enum Lack: Hashable, Sendable {
    /// The value of the attribute with this name.
    case attribute(String)
    /// The access list, which has other entries than a list that options make.
    case accessList
    /// The trust in the program at this path, which does not exist.
    case program(String)
  }

  package let itemClass: ItemClass
  /// The attributes whose options select the item, for example server, account and port.
  package let name: [Argument]
  /// True if these options select this item and no other item of the keychain.
  package let isAlone: Bool
  /// The other attributes that a new item needs, to equal this item.
  package var others: [Argument] = []
  /// The paths of the programs that the access list trusts.
  package var programs: [[UInt8]] = []
  /// The part that a new item would lack; nil if options can make an equal item.
  package var lack: Lack?

  package init(_ itemClass: ItemClass, _ name: [Argument], isAlone: Bool) {
    (self.itemClass, self.name, self.isAlone) = (itemClass, name, isAlone)
  }
}
