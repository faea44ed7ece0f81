// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// Data to import whose format is recognized, but whose items are not read yet
/// (Specification/certificates.md, "Import, order of steps" to "Inference of type and format").
///
/// The caller can therefore report the format even if reading the items fails.
package struct RecognizedContent: Sendable {
  /// The bytes of one PEM block, or of data without PEM, with their format.
  private struct Piece {
    let bytes: SecretBytes
    let shape: ExternalShape
    let block: PEMBlock?
  }

  package let format: ExternalFormat
  package let type: ExternalItemType
  private let pieces: [Piece]
  private let hints: ItemImport.Hints
  /// True if the data is PEM but has no block that can be read.
  private let isBadText: Bool
  /// The number of the damaged PEM block at which the reading ended, counted from 1.
  ///
  /// The content after this block is unknown. Nil if no block is damaged, or if no block before the
  /// damaged block could be read.
  package let damagedBlock: Int?

  /// Recognizes the format of the data.
  ///
  /// - Parameter passedOver: called with the labels of PEM blocks whose content a keychain cannot
  ///   store. The closure is called only if a block was passed over, and then even if the
  ///   initializer throws.
  /// - Throws: -50 for empty data; -25257 for an unknown format; -25256 for PEM without a block
  ///   that can be read; -26275 for data that needs too much work.
  package init(
    _ data: SecretBytes, _ hints: ItemImport.Hints,
    passedOver: (_ labels: [String]) -> Void = { _ in }
  ) throws(KeychainError) {
    guard !data.isEmpty else { throw .parameter("there is no data to import") }
    guard data.count <= PKCS12File.mostBytes else { throw KeychainError(importing: .excessive) }
    let text: PEMText?
    do throws(FormatFailure) { text = try PEMText(data) } catch {
      throw KeychainError(importing: error)
    }
    self.hints = hints
    let blocks = text?.blocks ?? []
    var skipped = text?.skipped ?? []
    defer { if !skipped.isEmpty { passedOver(skipped) } }
    guard !blocks.isEmpty || skipped.isEmpty || text?.hasMalformed == true else {
      throw .unknownFormat
    }
    isBadText = text != nil && blocks.isEmpty
    damagedBlock = blocks.isEmpty ? nil : text?.end
    switch blocks.count {
    case 0:
      let shape = try Self.binary(data, hints, isBadText: isBadText)
      pieces = [Piece(bytes: data, shape: shape, block: nil)]
      (format, type) = (shape.format, shape.type)
    case 1:
      let shape = try Self.single(blocks[0], hints)
      pieces = [Piece(bytes: blocks[0].content, shape: shape, block: blocks[0])]
      (format, type) = (shape.format, shape.type)
    default:
      let found = try Self.pieces(of: blocks, &skipped)
      let sequence = ExternalShape(format: .pemSequence, type: .aggregate)
      let shape = found.count == 1 ? found[0].shape : sequence
      pieces = found
      (format, type) = (shape.format, shape.type)
    }
  }

  /// Recognizes the formats of several PEM blocks, and leaves out blocks that a keychain cannot
  /// store (RFC 7468 2).
  ///
  /// All blocks are examined before the items of any block are read. If the label of a block does
  /// not fit the block's content, the call therefore fails before any item is stored.
  ///
  /// - Parameter skipped: the labels of the blocks that are left out are appended.
  private static func pieces(
    of blocks: [PEMBlock], _ skipped: inout [String]
  ) throws(KeychainError) -> [Piece] {
    let shapes = blocks.map { ExternalShape($0) }
    guard shapes.count(where: { $0.isToBeExamined || $0.type == .publicKey }) <= PKCS12File.mostKeys
    else { throw KeychainError(importing: .excessive) }
    var pieces: [Piece] = []
    var refusal: KeychainError?
    for (block, shape) in zip(blocks, shapes) {
      do throws(KeychainError) {
        try refuseForeign(block)
        let found = try ExternalReader.examine(block.content, shape)
        pieces.append(Piece(bytes: block.content, shape: found, block: block))
      } catch {
        guard isPassedOver(block) else { throw error }
        skipped.append(block.label)
        refusal = refusal ?? error
      }
    }
    if let refusal, pieces.isEmpty { throw refusal }
    return pieces
  }

  /// Throws if a PEM block contains a key that Latchkey cannot read.
  ///
  /// - Throws: -25257 for a private key of OpenSSH, recognized by the label of the block. Also
  ///   -25257 for a public key of an unsupported kind, recognized by its bytes.
  private static func refuseForeign(_ block: PEMBlock) throws(KeychainError) {
    switch block.kind {
    case .openSSHPrivateKey: throw .shellFormat
    case .publicKey where PlainKey.isOfAnotherKind(block.content): throw .unknownFormat
    default: return
    }
  }

  /// True if a PEM block that cannot be read is skipped, and the other blocks are still read.
  ///
  /// A block is skipped if its label is unknown, or if its key is of a kind that a keychain cannot
  /// store. False if the block cannot be read for another reason: the import then fails.
  private static func isPassedOver(_ block: PEMBlock) -> Bool {
    switch block.kind {
    case .unknown, .openSSHPrivateKey: true
    case .publicKey, .privateKey: PlainKey.isOfAnotherKind(block.content)
    default: false
    }
  }

  /// Reads the PEM blocks, or the data without PEM, one by one, and passes their items to `take`.
  ///
  /// The first failure ends the reading. Items that were passed to `take` before the failure remain
  /// valid.
  ///
  /// - Throws: the errors of `take`, and:
  ///   - -25257 if the data does not have the expected content
  ///   - -25256 instead of -25257 if the data is PEM but has no block that can be read
  ///   - -25260 if a required password is missing
  ///   - -25264 if the password of a PKCS#12 file is wrong, -25293 if the password of an encrypted
  ///     key is wrong
  ///   - -25259 for a second private key if the caller's hints allow only one (`allowsOneKeyOnly`)
  ///   - -26275 for data that needs too much work
  package func read(
    _ take: (ImportedPart) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    var reader = ExternalReader(password: hints.password)
    for piece in pieces {
      let before = reader.items.count
      do throws(KeychainError) { try reader.read(piece.bytes, piece.shape, piece.block) } catch {
        throw isBadText && error.code == KeychainError.unknownFormat.code
          ? .unsupportedFormat : error
      }
      guard !hints.allowsOneKeyOnly || reader.privateKeyCount <= 1 else {
        throw .severalPrivateKeys
      }
      try take(
        ImportedPart(
          items: Array(reader.items[before...]), isContainer: piece.shape.format == .pkcs12))
    }
  }

  /// Recognizes the format of data without PEM.
  ///
  /// If the caller's hints say that the data is a symmetric key, the hints decide: any bytes can be
  /// a symmetric key. Otherwise the hints are used only if the bytes do not show the format.
  ///
  /// - Parameter isBadText: true if the data is PEM but has no block that can be read. An unknown
  ///   format then throws -25256 instead of -25257.
  private static func binary(
    _ data: SecretBytes, _ hints: ItemImport.Hints, isBadText: Bool
  ) throws(KeychainError) -> ExternalShape {
    // Any bytes can be a symmetric key.
    if hints.format != .rawKey, hints.type != .sessionKey,
      let found = try? ExternalReader.examine(data, .unknown)
    {
      return found
    }
    var shape = ExternalShape(format: hints.format, type: hints.type)
    shape.complete()
    shape.complete(byName: hints.name)
    do throws(KeychainError) { return try ExternalReader.examine(data, shape) } catch {
      throw isBadText && error == .unknownFormat ? .unsupportedFormat : error
    }
  }

  /// Recognizes the format of one PEM block.
  ///
  /// The first line of the block and its bytes decide. The caller's hints are used only if the line
  /// and the bytes do not show the format.
  private static func single(
    _ block: PEMBlock, _ hints: ItemImport.Hints
  ) throws(KeychainError) -> ExternalShape {
    var shape = ExternalShape(block)
    if let found = try? ExternalReader.examine(block.content, shape) { return found }
    if shape.format == .unknown { shape.format = hints.format }
    if shape.type == .unknown { shape.type = hints.type }
    shape.complete()
    let isPEM = hints.name.lowercased().hasSuffix(".pem")
    shape.complete(byName: isPEM ? String(hints.name.dropLast(4)) : hints.name)
    return try ExternalReader.examine(block.content, shape)
  }
}
