// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc
import KeychainEngine
import SecureMemory

/// `borrowed [own]`: prints whether this process trusts its environment, and the variables that it
/// takes from it.
///
/// With `own` it first makes all its user ids equal, as programs do that want to act with their own
/// rights.
enum BorrowedTask {
  static func run(_ arguments: [String]) -> Int32 {
    if arguments.contains("own") { setreuid(geteuid(), geteuid()) }
    // The kernel's own record from the start of the process. Later changes of the user ids do not
    // affect it.
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
