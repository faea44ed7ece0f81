// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes

/// The tables of the keychain files that `dump-items` shows.
///
/// Operands of the command name the files. Without these operands, the files are the files of the
/// search list.
struct FileItemTables {
  let tables: [FileItemTable]
  /// True if operands name keychain files, so that the store is not listed.
  let isNamed: Bool
  /// The status of the first keychain or list that cannot be read; nil if all can be read.
  let failure: Int32?

  var isEmpty: Bool { tables.allSatisfy(\.rows.isEmpty) }

  /// True if an item is locked or damaged, or if its access list refuses the program for which the
  /// items are listed.
  var hasClosed: Bool {
    tables.contains { $0.rows.contains { [.locked, .refused, .damaged].contains($0.state) } }
  }

  /// Returns the words of the operands that name keychains.
  static func names(in options: OptionReader) -> [[UInt8]] {
    options.operands.filter { operand in
      KeychainWord.isName(String(decoding: operand, as: UTF8.self))
    }
  }

  /// Reads the selected items of the keychain files.
  ///
  /// Standard error names each keychain that cannot be read. If the search list cannot be read, the
  /// command still lists the items of the store.
  init(
    _ invocation: Invocation, _ names: [[UInt8]], _ selection: ItemSelection, _ caller: Caller
  ) throws(Stop) {
    let named = try invocation.named(names)
    // If the operands name only the store, the command lists the store and no keychain file.
    isNamed = named.contains { !$0.isStore }
    // If the user has no place for keychain files, opening the store fails with the reason.
    guard let keychains = try? invocation.placedKeychains() else {
      (tables, failure) = ([], nil)
      return
    }
    var tables: [FileItemTable] = []
    var failure: Int32?
    var files = named.compactMap(\.member.file)
    if names.isEmpty {
      let lists = keychains.searchLists()
      for error in lists.failures {
        let status = Refusal.report(error, of: "dump-items", in: invocation)
        if failure == nil { failure = status }
      }
      // A missing keychain of the search list counts as an empty keychain.
      files = lists.members.compactMap(\.file).filter { !$0.isMissing }
    }
    for file in files {
      let name = keychains.places.commandName(of: file.path)
      do throws(KeychainError) {
        tables.append(try FileItemTable(file, named: name, selection, for: KeychainClient(caller)))
      } catch {
        let status = Refusal.report(error, of: "dump-items \(name)", in: invocation)
        if failure == nil { failure = status }
      }
    }
    let authorities = named.filter(\.member.isAuthorities).prefix(1)
    tables += authorities.compactMap { named in
      FileItemTable(invocation.store.trust.authorities, named: named.shown, selection)
    }
    (self.tables, self.failure) = (tables, failure)
  }
}
