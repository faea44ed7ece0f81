// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// Keys and certificates out of data of any format (spec/certificates.md 5.2 to 5.5).
package struct ItemImport: Sendable {
  /// What the caller says of the data.
  package struct Hints: Sendable {
    /// A file's name or extension.
    package var name = ""
    package var format = ExternalFormat.unknown
    package var type = ExternalItemType.unknown
    package var password: ImportPassword?
    package var allowsOneKeyOnly = false

    package init() {}
  }

  /// In the order of the data; of a container, certificates before keys.
  package private(set) var items: [ExternalItem] = []
  /// What the data was.
  package let format: ExternalFormat
  package let type: ExternalItemType

  /// Reads the data.
  ///
  /// - Throws: -50 for no data; -25257 for a format that is not known or does not hold what it
  ///   should; -25256 for PEM without one good block; -25260 without a password where one is
  ///   needed; -25264 where a container has another, -25293 where an encrypted key has;
  ///   -25259 for a second private key where one is allowed; -26275 for what asks for too much.
  package init(_ data: SecretBytes, _ hints: Hints) throws(KeychainError) {
    guard !data.isEmpty else { throw .parameter("there are no data to import") }
    guard data.count <= PKCS12File.mostBytes else { throw KeychainError(importing: .excessive) }
    let text: PEMText?
    do throws(FormatFailure) { text = try PEMText(data) } catch {
      throw KeychainError(importing: error)
    }
    var reader = ExternalReader(password: hints.password)
    let blocks = text?.blocks ?? []
    switch blocks.count {
    case 0:
      let shape = try Self.binary(data, hints, isBadText: text != nil, &reader)
      (format, type) = (shape.format, shape.type)
    case 1:
      let shape = try Self.single(blocks[0], hints, &reader)
      (format, type) = (shape.format, shape.type)
    default:
      // All are looked at before the first is read, so that an unknown one stops the call.
      var shapes = blocks.map { ExternalShape($0) }
      guard shapes.count(where: \.isToBeExamined) <= PKCS12File.mostKeys else {
        throw KeychainError(importing: .excessive)
      }
      for place in shapes.indices {
        shapes[place] = try ExternalReader.examine(blocks[place].content, shapes[place])
      }
      for (block, shape) in zip(blocks, shapes) { try reader.read(block.content, shape, block) }
      (format, type) = (.pemSequence, .aggregate)
    }
    items = reader.items
    guard hints.allowsOneKeyOnly, reader.privateKeyCount > 1 else { return }
    throw .severalPrivateKeys
  }

  /// The whole data as one item.
  private static func binary(
    _ data: SecretBytes, _ hints: Hints, isBadText: Bool, _ reader: inout ExternalReader
  ) throws(KeychainError) -> ExternalShape {
    var shape = ExternalShape(format: hints.format, type: hints.type)
    do throws(KeychainError) {
      shape.complete()
      shape.complete(byName: hints.name)
      shape = try ExternalReader.examine(data, shape)
      try reader.read(data, shape, nil)
      return shape
    } catch {
      throw isBadText && error == .unknownFormat ? .unsupportedFormat : error
    }
  }

  /// One block: what its first line says comes before what the caller says.
  private static func single(
    _ block: PEMBlock, _ hints: Hints, _ reader: inout ExternalReader
  ) throws(KeychainError) -> ExternalShape {
    var shape = ExternalShape(block)
    if shape.format == .unknown { shape.format = hints.format }
    if shape.type == .unknown { shape.type = hints.type }
    shape.complete()
    let isPEM = hints.name.lowercased().hasSuffix(".pem")
    shape.complete(byName: isPEM ? String(hints.name.dropLast(4)) : hints.name)
    shape = try ExternalReader.examine(block.content, shape)
    try reader.read(block.content, shape, block)
    return shape
  }
}
