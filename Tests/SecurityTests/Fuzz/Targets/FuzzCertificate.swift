// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Runs an input through every function that reads a certificate.
enum FuzzCertificate {
  static func run(_ bytes: [UInt8]) {
    guard let certificate = SecCertificateCreateWithData(nil, NSData(data: Data(bytes))) else {
      return
    }
    let data = SecCertificateCopyData(certificate)
    precondition(Data(bytes).starts(with: data as Data), "the bytes are those at the start")
    precondition(SecCertificateCreateWithData(nil, data) == certificate, "they are read again")
    precondition(CFHash(certificate) != 0 || data.length > 0)
    var name: CFString?
    let status = unsafe SecCertificateCopyCommonName(certificate, &name)
    precondition((status == errSecSuccess) == (name != nil), "a name, or a status")
    var addresses: CFArray?
    precondition(unsafe SecCertificateCopyEmailAddresses(certificate, &addresses) == errSecSuccess)
    precondition(SecCertificateCopyShortDescription(nil, certificate, nil) != nil)
    let subject = SecCertificateCopyNormalizedSubjectSequence(certificate)
    precondition(
      subject != nil || SecCertificateCopySubjectSummary(certificate) == nil,
      "a summary is one of a name")
    for sequence in [subject, SecCertificateCopyNormalizedIssuerSequence(certificate)] {
      precondition(sequence.map { $0.length >= 2 } ?? true)
    }
    let serial = SecCertificateCopySerialNumberData(certificate, nil)
    precondition((1...37).contains(serial?.length ?? 0), "a serial number has its length")
    precondition(SecCertificateCopyNotValidBeforeDate(certificate) != nil)
    precondition(SecCertificateCopyNotValidAfterDate(certificate) != nil)
    let values = SecCertificateCopyValues(certificate, nil, nil)
    precondition((values?.count ?? 0) >= 15, "every certificate has its fields")
    precondition(!"\(certificate)".isEmpty)
  }
}
