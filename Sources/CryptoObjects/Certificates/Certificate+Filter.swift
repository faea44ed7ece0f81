// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

extension Certificate {
  /// Whether the moment is within the dates, which count themselves (spec/secitem.md 4.5).
  ///
  /// Never where a date is the reference date, which stands for none, or both are one.
  package func isValid(at moment: Instant) -> Bool {
    guard notBefore != .reference, notAfter != .reference, notBefore != notAfter else {
      return false
    }
    return notBefore <= moment && moment <= notAfter
  }

  /// Whether it holds an e-mail address, whatever the case of either's letters.
  package func holds(emailAddress: String) -> Bool {
    let wanted = emailAddress.lowercased()
    return emailAddresses.contains { $0.lowercased().utf8.elementsEqual(wanted.utf8) }
  }
}
