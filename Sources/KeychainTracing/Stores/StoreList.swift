// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
package import KeychainEngine
import KeychainExplaining
package import KeychainExplanations
package import KeychainTypes
import SecureMemory

/// The file of `KnownStores`: `stores` in the user's directory of states.
///
/// Nothing that happens here changes what a call answers: where the file cannot be read or written
/// there is nothing to tell.
package enum StoreList {
  /// A list of 64 stores with 512 programs each is not longer.
  private static let mostBytes = 2 << 20
  /// How often, each time for 5 ms, another writer is waited for.
  private static let tries = 10

  /// Notes that the program of a session was seen in its store today.
  package static func note(_ session: Session) {
    guard CurrentInstallation.installed == nil, Settings.ofThisProcess.remembersPrograms,
      let directory = StateFile.makeDirectory()
    else { return }
    let day = LocalDate.day(LocalDate.now)
    guard let file = StateFile(directory + "/stores", tries: tries) else { return }
    let text = file.content(upTo: mostBytes)
    // A file that is something else is somebody else's.
    guard var known = text.isEmpty ? KnownStores() : KnownStores(text) else { return }
    let isNew = known.note(
      session.caller.identifier, in: session.storeIdentifier, at: session.engine.files.directory,
      on: day)
    if isNew { file.replace(with: known.text) }
  }

  /// The store in which a program was last seen, other than the one that is asked about.
  ///
  /// - Parameter store: nil where none is there yet.
  package static func other(
    than store: Identifier16?, at path: String, of identifier: String
  ) -> OtherStore? {
    guard let directory = UserDirectory.state.path,
      let text = StateFile.content(of: directory + "/stores", upTo: mostBytes),
      let last = KnownStores(text)?.last(identifier, besides: store, at: path)
    else { return nil }
    let chosenBy = ["LATCHKEY_HOME", "XDG_DATA_HOME"].first {
      ProcessVariable.value(of: $0).map { !$0.isEmpty && path.hasPrefix($0) } ?? false
    }
    return OtherStore(path: last.path, day: last.day, current: path, chosenBy: chosenBy)
  }

  /// The same for the store of a session; nil for one of tests.
  package static func other(than service: any Explaining) -> OtherStore? {
    guard CurrentInstallation.installed == nil, let session = service as? Session,
      !session.caller.seesAllGroups
    else { return nil }
    return other(
      than: session.storeIdentifier, at: session.engine.files.directory,
      of: session.caller.identifier)
  }
}
