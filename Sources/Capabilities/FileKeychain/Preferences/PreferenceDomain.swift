// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory
import UserFiles

/// A preference domain: one of four settings, each with a search list and a default keychain
/// (Specification/file-keychain.md, "Default keychain, search list, preferences").
///
/// The search list of `common` is for all users. The list of `dynamic` is always empty here.
/// Apple's systems fill it from smart cards.
package enum PreferenceDomain: UInt32, CaseIterable, Sendable {
  case user = 0
  case system = 1
  case common = 2
  case dynamic = 3

  /// The name of the domain in the options of `security`.
  package var name: String {
    switch self {
    case .user: "user"
    case .system: "system"
    case .common: "common"
    case .dynamic: "dynamic"
    }
  }
}
