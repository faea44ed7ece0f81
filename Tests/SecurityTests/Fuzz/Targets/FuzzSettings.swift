// SPDX-License-Identifier: Apache-2.0
import CertificateTrust

/// Reads trust settings of an input, writes them, and reads them again.
enum FuzzSettings {
  @discardableResult
  static func run(_ bytes: [UInt8]) -> Bool {
    guard let settings = try? TrustSettings(bytes) else { return false }
    let written = settings.bytes(isExported: false)
    precondition((try? TrustSettings(written)) == settings, "settings come back as they were")
    let exported = try? TrustSettings(settings.bytes(isExported: true))
    precondition(exported?.records.count == settings.records.count)
    precondition(settings.ordered.count == settings.records.count)
    return true
  }
}
