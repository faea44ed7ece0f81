// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

extension CertificateExtension {
  /// The lines that describe the extension: whether it is critical, and its fields.
  ///
  /// If the fields cannot be read, or if Latchkey does not describe them, a line with the bytes of
  /// the extension replaces their lines.
  var properties: [CertificateProperty] {
    let first = CertificateProperty("Critical", .text(isCritical ? "Yes" : "No"))
    if state == .malformed {
      return [first, CertificateProperty("Unparsed Data", .bytes(value))]
    }
    return [first] + ((try? fields) ?? [CertificateProperty("Data", .bytes(value))])
  }

  /// The lines for the fields of the extension.
  ///
  /// Only some extensions have these lines, for example the basic constraints.
  ///
  /// - Throws: `DERFailure.tag` for all other extensions. Another error means that the fields
  ///   cannot be read.
  private var fields: [CertificateProperty] {
    get throws(DERFailure) {
      switch identifier {
      case .basicConstraints: try constraints()
      case .subjectAlternativeName, .issuerAlternativeName:
        try GeneralName.all(value).map(\.property)
      case .subjectKeyIdentifier: [CertificateProperty("Key Identifier", .bytes(try octets()))]
      case .authorityKeyIdentifier: try authorityKey()
      case .certificatePolicies: try policies()
      case .distributionPoints: try distributionPoints()
      case .authorityInformationAccess, .subjectInformationAccess: try accessDescriptions()
      default: throw .tag
      }
    }
  }

  private func constraints() throws(DERFailure) -> [CertificateProperty] {
    guard let constraints = BasicConstraints(value) else { throw .content }
    let authority = constraints.isAuthority ? "Yes" : "No"
    let first = CertificateProperty("Certificate Authority", .text(authority))
    guard let length = constraints.pathLength else { return [first] }
    return [first, CertificateProperty("Path Length Constraint", .text(String(length)))]
  }

  private func octets() throws(DERFailure) -> [UInt8] {
    var walk = DERWalk(value.span)
    return value.span.array(try walk.next(.octetString, value.span).content)
  }

  private func authorityKey() throws(DERFailure) -> [CertificateProperty] {
    try DERList.elements(value) {
      (element, bytes) throws(DERFailure) -> [CertificateProperty] in
      let content = bytes.array(element.content)
      switch element.tag {
      case .context(0, isConstructed: false):
        return [CertificateProperty("Key Identifier", .bytes(content))]
      case .context(1, isConstructed: true):
        return try GeneralName.all(DERWriter.element(.sequence, content)).map(\.property)
      default: return [CertificateProperty("Serial Number", .text(HexText.integer(content)))]
      }
    }.flatMap(\.self)
  }

  private func policies() throws(DERFailure) -> [CertificateProperty] {
    try DERList.elements(value) {
      (element, bytes) throws(DERFailure) -> CertificateProperty in
      var walk = DERWalk(element)
      let policy = try walk.next(bytes).objectIdentifier(bytes)
      return CertificateProperty("Policy Identifier", .text(policy.description))
    }
  }

  /// Returns the lines for the places at which revocation lists can be found (distribution points).
  ///
  /// A line shows one full name of a distribution point. A distribution point may also have a name
  /// relative to the issuer of the revocation list, reasons for revocation, and the name of this
  /// issuer. These parts are left out.
  private func distributionPoints() throws(DERFailure) -> [CertificateProperty] {
    let box = DERTag.context(0, isConstructed: true)
    return try DERList.elements(value) {
      (element, bytes) throws(DERFailure) -> [CertificateProperty] in
      var point = DERWalk(element)
      guard let name = try point.nextIfPresent(box, bytes) else { return [] }
      var choice = DERWalk(name)
      guard let full = try choice.nextIfPresent(box, bytes) else { return [] }
      let names = DERWriter.element(.sequence, bytes.array(full.content))
      return try GeneralName.all(names).map(\.property)
    }.flatMap(\.self)
  }

  private func accessDescriptions() throws(DERFailure) -> [CertificateProperty] {
    try DERList.elements(value) {
      (element, bytes) throws(DERFailure) -> [CertificateProperty] in
      var walk = DERWalk(element)
      let method = try walk.next(bytes).objectIdentifier(bytes)
      return [
        CertificateProperty("Access Method", .text(method.description)),
        try GeneralName(walk.next(bytes), bytes).property,
      ]
    }.flatMap(\.self)
  }
}

extension GeneralName {
  /// The name as a line of a certificate's description for the user.
  fileprivate var property: CertificateProperty {
    switch kind {
    case .email: CertificateProperty("Email Address", textValue)
    case .host: CertificateProperty("DNS Name", textValue)
    case .location: CertificateProperty("URI", text.map { .location($0) } ?? .bytes(content))
    case .address:
      CertificateProperty(
        "IP Address", AddressText.text(content).map { .text($0) } ?? .bytes(content))
    case .directory:
      CertificateProperty(
        "Directory Name",
        DistinguishedName(content).map { .section($0.properties) } ?? .bytes(content))
    case .registered:
      CertificateProperty(
        "Registered ID", OID(content: content).map { .text($0.description) } ?? .bytes(content))
    case .other: CertificateProperty("Other Name", .bytes(content))
    case .x400: CertificateProperty("X.400 Address", .bytes(content))
    case .ediParty: CertificateProperty("EDI Party Name", .bytes(content))
    }
  }

  private var textValue: CertificateProperty.Value { text.map { .text($0) } ?? .bytes(content) }
}
