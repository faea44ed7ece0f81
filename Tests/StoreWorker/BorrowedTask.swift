// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc
import KeychainEngine
import SecureMemory

/// `borrowed [own]`: says whether this process believes its environment, and what it takes from it.
///
/// With `own` it first makes all its user ids equal, as programs do that want to act as themselves.
enum BorrowedTask {
  static func run(_ arguments: [String]) -> Int32 {
    if arguments.contains("own") { setreuid(geteuid(), geteuid()) }
    // The kernel's own word, and not what the program has made of its ids since.
    EvidenceTask.say("secure \(latchkey_has_borrowed_rights() == 2 ? 1 : 0)")
    EvidenceTask.say("believed \(ProcessVariable.areBelieved ? 1 : 0)")
    let names = ["LATCHKEY_HOME", "LATCHKEY_TRACE", "LATCHKEY_EXPLAIN", "XDG_STATE_HOME", "HOME"]
    for name in names where ProcessVariable.value(of: name) != nil {
      EvidenceTask.say("takes \(name)")
    }
    let place = try? StoreLocation(.ofThisProcess).directory
    EvidenceTask.say("store \(place ?? "none")")
    return 0
  }
}
