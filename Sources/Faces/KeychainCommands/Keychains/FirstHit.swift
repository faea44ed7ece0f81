// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes

/// A search in several keychains, which ends at the first hit.
enum FirstHit {
  /// Returns the first result that is not nil, in the order of the keychains.
  ///
  /// A keychain that cannot be searched does not end the search, unless its item was found and may
  /// not be read.
  ///
  /// - Throws: if no keychain has a hit, the error of the last keychain that could not be searched;
  ///   -25300 if every keychain was searched. A missing keychain counts as an empty one.
  static func of<R>(
    _ keychains: [NamedKeychain], _ body: (Keychains.Member) throws(KeychainError) -> R?
  ) throws(KeychainError) -> R {
    var failure = KeychainError(.itemNotFound, "nothing matches")
    for keychain in keychains {
      do throws(KeychainError) {
        if let result = try body(keychain.member) { return result }
      } catch {
        guard !KeychainTrail.endsSearch(error.code) else { throw error }
        switch error.code {
        case .itemNotFound: break
        case .noSuchKeychain where keychain.name == nil: break
        default: failure = error
        }
      }
    }
    throw failure
  }
}
