// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes

/// A search for a password in several keychains, which ends at the first hit.
enum FirstHit {
  /// Returns the first result that is not nil, in the order of the keychains.
  ///
  /// An error of a keychain ends the search only if the keychain has the item, but the program must
  /// not read it. A missing file of the search list counts as an empty keychain. Standard error
  /// names each other keychain that could not be searched.
  ///
  /// - Throws: -25300 if no keychain has a hit. If a keychain file could not be searched, the error
  ///   has the path and the reason. If the store could not be searched, its error is thrown.
  static func of<R>(
    _ keychains: [NamedKeychain], _ invocation: Invocation,
    _ body: (Keychains.Member) throws(KeychainError) -> R?
  ) throws(KeychainError) -> R {
    var failure = KeychainError(.itemNotFound, "nothing matches")
    var unread: [KeychainError] = []
    for keychain in keychains {
      do throws(KeychainError) {
        if let failure = keychain.listFailure { throw failure }
        guard let result = try body(keychain.member) else { continue }
        Refusal.tell(unread, in: invocation)
        return result
      } catch {
        guard !KeychainTrail.endsSearch(error.code) else { throw error }
        switch error.code {
        case .itemNotFound: break
        case .noSuchKeychain where keychain.name == nil: break
        default:
          unread.append(error)
          let isOfStore = keychain.member.file == nil && keychain.listFailure == nil
          failure = isOfStore ? error : error.asAbsence
        }
      }
    }
    // The command reports the last error itself.
    Refusal.tell(unread.dropLast(), in: invocation)
    throw failure
  }
}
