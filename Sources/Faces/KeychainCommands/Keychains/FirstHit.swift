// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes

/// A search for a password in several keychains, which ends at the first hit.
enum FirstHit {
  /// Returns the first result that is not nil, in the order of the keychains.
  ///
  /// An error of a keychain ends the search only if the keychain has the item and the program must
  /// not read the item. A missing file of the search list counts as an empty keychain.
  ///
  /// - Throws: -25300 if no keychain has a hit. If a keychain file could not be searched, the error
  ///   has the path and the reason. If the store could not be searched, its error is thrown.
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
        default:
          failure = keychain.member.file == nil ? error : error.asAbsence
        }
      }
    }
    throw failure
  }
}
