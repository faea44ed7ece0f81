// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A separate process on a store, for tests that kill, fork, dump or multiply it.
///
/// `StoreWorker TASK ARGUMENT...`; each task is a file of this folder.
@main
struct StoreWorker {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let name = arguments.first, let task = tasks[name] else {
      exit(2)
    }
    exit(task(Array(arguments.dropFirst())))
  }

  /// The tasks by name.
  ///
  /// The result of a task is the exit status.
  static let tasks: [String: @Sendable ([String]) -> Int32] = [
    "file-limit": FileLimit.run,
    "torture": Torture.run,
    "torture-writer": TortureWriter.run,
    "torture-owner": OwnerWriter.run,
    "archive": MakeArchive.run,
    "archive-passcode": MakeArchive.runWithPasscode,
    "credential": CredentialTask.run,
    "exit": ExitTask.run,
    "fork": ForkTask.run,
    "hold": HoldTask.run,
    "locking": LockingTask.run,
    "evidence": EvidenceTask.run,
    "evaluation": EvaluationTask.run,
    "many": ManyTask.run,
    "many-one": ManyTask.runOne,
    "memory": MemoryTask.run,
    "element": ElementTask.run,
    "element-key": ElementTask.showNew,
    "borrowed": BorrowedTask.run,
    "bystander": Bystander.run,
    "traced": TracedTask.run,
    "item": ItemTask.run,
    "keychain": KeychainTask.run,
    "events": EventTask.run,
    "keychain-torture": KeychainTorture.run,
    "keychain-writer": KeychainWriter.run,
    "rotate": RotateTask.run,
  ]
}
