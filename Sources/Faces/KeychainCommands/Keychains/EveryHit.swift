// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes

/// A search in several keychains, which collects the results of all of them.
enum EveryHit {
  /// Returns the results of all keychains, in their order.
  ///
  /// A keychain that cannot be searched is skipped (Specification/file-keychain.md, "Search"). A
  /// missing keychain of the search list counts as an empty keychain.
  ///
  /// - Parameter body: Searches one keychain, and returns its results.
  /// - Throws: the error of the last keychain that could not be searched, if no keychain could be
  ///   searched.
  static func of<R>(
    _ keychains: [NamedKeychain], _ body: (Keychains.Member) throws(KeychainError) -> [R]
  ) throws(KeychainError) -> [R] {
    var results: [R] = []
    var failure: KeychainError?
    var searched = 0
    for keychain in keychains {
      do throws(KeychainError) {
        results += try body(keychain.member)
        searched += 1
      } catch {
        if error.code == .noSuchKeychain, keychain.name == nil { continue }
        failure = error
      }
    }
    if searched == 0, let failure { throw failure }
    return results
  }
}
