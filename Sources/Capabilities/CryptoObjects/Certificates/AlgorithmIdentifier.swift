// SPDX-License-Identifier: Apache-2.0

/// An algorithm and its parameters (RFC 5280 4.1.1.2).
package struct AlgorithmIdentifier: Hashable, Sendable {
  package let algorithm: OID
  /// The whole element of the parameters; nil where there is none.
  package let parameters: [UInt8]?

  package init(_ algorithm: OID, parameters: [UInt8]?) {
    self.algorithm = algorithm
    self.parameters = parameters
  }

  /// The algorithm and its parameters in DER, a SEQUENCE.
  package var bytes: [UInt8] {
    DERWriter.sequence([
      DERWriter.element(.objectIdentifier, algorithm.content), parameters ?? [],
    ])
  }

  /// Reads a SEQUENCE of an identifier and at most one element more.
  package init(_ element: DERElement, _ bytes: Span<UInt8>) throws(DERFailure) {
    guard element.tag == .sequence else { throw .tag }
    var walk = DERWalk(element)
    algorithm = try walk.next(.objectIdentifier, bytes).objectIdentifier(bytes)
    parameters = walk.isAtEnd ? nil : bytes.array(try walk.next(bytes).whole)
    try walk.finish()
  }
}
