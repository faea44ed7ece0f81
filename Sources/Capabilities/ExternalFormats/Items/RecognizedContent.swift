// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// Data of which it is known what it is, and that is not read yet (spec/certificates.md 5.2 to
/// 5.4): callers are told the format also where reading then fails.
package struct RecognizedContent: Sendable {
  /// One item, or one block of a text.
  private struct Piece {
    let bytes: SecretBytes
    let shape: ExternalShape
    let block: PEMBlock?
  }

  package let format: ExternalFormat
  package let type: ExternalItemType
  private let pieces: [Piece]
  private let hints: ItemImport.Hints
  /// Whether it is PEM of which no block is good.
  private let isBadText: Bool
  /// The block of PEM that is damaged and ended the reading behind others, counted from 1; what
  /// follows it is not known.
  package let damagedBlock: Int?

  /// Finds out what the data is.
  ///
  /// - Parameter passedOver: is told the labels of PEM blocks that hold nothing that a keychain
  ///   does, if there are any, also where nothing else is left.
  /// - Throws: -50 for no data; -25257 for a format that is not known; -25256 for PEM without one
  ///   good block; -26275 for what asks for too much.
  package init(
    _ data: SecretBytes, _ hints: ItemImport.Hints,
    passedOver: (_ labels: [String]) -> Void = { _ in }
  ) throws(KeychainError) {
    guard !data.isEmpty else { throw .parameter("there are no data to import") }
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

  /// Recognizes several blocks, and leaves out those that hold nothing for a keychain (RFC 7468 2).
  ///
  /// All blocks are looked at before the first is read, so a block that is not what it says stops
  /// the call.
  ///
  /// - Parameter skipped: gets the labels of those that are passed over.
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

  /// - Throws: -25257 for a block whose label says less than its bytes: of SSH, or a public key of
  ///   another kind.
  private static func refuseForeign(_ block: PEMBlock) throws(KeychainError) {
    switch block.kind {
    case .openSSHPrivateKey: throw .shellFormat
    case .publicKey where PlainKey.isOfAnotherKind(block.content): throw .unknownFormat
    default: return
    }
  }

  /// Whether a refused block is passed over, so that the others can be read: its label is unknown,
  /// or it is a key of a kind that no keychain here holds.
  private static func isPassedOver(_ block: PEMBlock) -> Bool {
    switch block.kind {
    case .unknown, .openSSHPrivateKey: true
    case .publicKey, .privateKey: PlainKey.isOfAnotherKind(block.content)
    default: false
    }
  }

  /// Reads one piece after the other; the first failure ends it, and what was taken stays taken.
  ///
  /// - Throws: -25257 for a piece that does not hold what it should; -25260 without a password
  ///   where one is needed; -25264 where a container has another, -25293 where an encrypted key
  ///   has; -25259 for a second private key where one is allowed; -26275 for what asks for too
  ///   much; what `take` throws.
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

  /// The whole data as one item: what the bytes are comes before what the caller says of them.
  private static func binary(
    _ data: SecretBytes, _ hints: ItemImport.Hints, isBadText: Bool
  ) throws(KeychainError) -> ExternalShape {
    // Any bytes are a symmetric key.
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

  /// One block: what its first line says, and what its bytes are, come before what the caller says.
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
