// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes

/// A search in several keychains, which collects the results of all of them.
enum EveryHit {
  /// Returns the results of all keychains, in their order.
  ///
  /// A keychain that cannot be searched is skipped (Specification/file-keychain.md, "Search"). A
  /// missing keychain of the search list counts as an empty keychain. Standard error names each
  /// other keychain that could not be searched.
  ///
  /// - Parameters:
  ///   - invocation: The run of the command. Nil to name no keychain, because an earlier search of
  ///     the command has named them.
  ///   - body: Searches one keychain, and returns its results.
  /// - Throws: the error of the last keychain that could not be searched, if no keychain could be
  ///   searched.
  static func of<R>(
    _ keychains: [NamedKeychain], telling invocation: Invocation?,
    _ body: (Keychains.Member) throws(KeychainError) -> [R]
  ) throws(KeychainError) -> [R] {
    var results: [R] = []
    var unread: [KeychainError] = []
    var searched = 0
    for keychain in keychains {
      do throws(KeychainError) {
        if let failure = keychain.listFailure { throw failure }
        results += try body(keychain.member)
        searched += 1
      } catch {
        guard error.code != .noSuchKeychain || keychain.name != nil else {
          searched += 1
          continue
        }
        unread.append(error)
      }
    }
    let failure = searched == 0 ? unread.popLast() : nil
    if let invocation { Refusal.tell(unread, in: invocation) }
    if let failure { throw failure }
    return results
  }

  /// Names the keychain files of a list that cannot be read, for a command that searches the list
  /// several times.
  ///
  /// An error of a single keychain is the command's own error.
  static func tellUnread(in keychains: [NamedKeychain], _ invocation: Invocation) {
    guard keychains.count > 1 else { return }
    let errors = keychains.compactMap { keychain -> KeychainError? in
      if let failure = keychain.listFailure { return failure }
      guard let file = keychain.member.file, keychain.name != nil || !file.isMissing else {
        return nil
      }
      do throws(KeychainError) { _ = try file.image() } catch { return error }
      return nil
    }
    Refusal.tell(errors, in: invocation)
  }
}
