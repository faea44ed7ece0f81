// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes

/// The items of the keychain files that `dump-items` shows: those that operands name, or those of
/// the search list.
struct FileItemTables {
  let tables: [FileItemTable]
  /// True if operands name keychain files, so that the store is not listed.
  let isNamed: Bool
  /// The status of the first keychain that cannot be read; nil if all can be read.
  let failure: Int32?

  var isEmpty: Bool { tables.allSatisfy(\.rows.isEmpty) }

  /// True if an item cannot be opened now.
  var hasClosed: Bool {
    tables.contains { $0.rows.contains { [.locked, .refused].contains($0.state) } }
  }

  /// Returns the words of the operands that name keychains.
  static func names(in options: OptionReader) -> [[UInt8]] {
    options.operands.filter { operand in
      let word = String(decoding: operand, as: UTF8.self)
      return !word.contains("=") && (word.hasSuffix(".keychain") || word.hasSuffix(".keychain-db"))
    }
  }

  /// Reads the tables; a keychain that cannot be read is told on standard error.
  ///
  /// A search list that cannot be read hides no item of the store.
  init(
    _ invocation: Invocation, _ names: [[UInt8]], _ selection: ItemSelection, _ caller: Caller
  ) throws(Stop) {
    let named = try invocation.named(names)
    // The name of the store means the table of the store alone.
    isNamed = named.contains { $0.member.file != nil }
    // Without a place for keychains, the store says what is wrong.
    guard let keychains = try? invocation.placedKeychains() else {
      (tables, failure) = ([], nil)
      return
    }
    var tables: [FileItemTable] = []
    var failure: Int32?
    var files = named.compactMap(\.member.file)
    do throws(KeychainError) {
      if names.isEmpty { files = try keychains.searchList().compactMap(\.file).filter(\.exists) }
    } catch {
      failure = Refusal.report(error, of: "dump-items", in: invocation)
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
    (self.tables, self.failure) = (tables, failure)
  }
}
