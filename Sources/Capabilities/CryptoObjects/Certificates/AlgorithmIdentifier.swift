// SPDX-License-Identifier: Apache-2.0

/// The object identifier of an algorithm, with the algorithm's parameters (RFC 5280 4.1.1.2).
package struct AlgorithmIdentifier: Hashable, Sendable {
  package let algorithm: OID
  /// The parameters as a whole DER element, or nil if there are no parameters.
  package let parameters: [UInt8]?

  package init(_ algorithm: OID, parameters: [UInt8]?) {
    self.algorithm = algorithm
    self.parameters = parameters
  }

  /// The AlgorithmIdentifier as a SEQUENCE in DER.
  package var bytes: [UInt8] {
    DERWriter.sequence([
      DERWriter.element(.objectIdentifier, algorithm.content), parameters ?? [],
    ])
  }

  /// Reads an AlgorithmIdentifier: a SEQUENCE of an object identifier and at most one more element.
  package init(_ element: DERElement, _ bytes: Span<UInt8>) throws(DERFailure) {
    guard element.tag == .sequence else { throw .tag }
    var walk = DERWalk(element)
    algorithm = try walk.next(.objectIdentifier, bytes).objectIdentifier(bytes)
    parameters = walk.isAtEnd ? nil : bytes.array(try walk.next(bytes).whole)
    try walk.finish()
  }
}
