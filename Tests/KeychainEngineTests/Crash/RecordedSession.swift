// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes

/// A script that was played once on a disk without faults, with its acts on the disk and the
/// content of the store after each step.
struct RecordedSession {
  let steps: [CrashScript.Step]
  let directory: String
  /// The disk before the first step.
  let origin: DiskModel.Image
  let events: [DiskRecorder.Event]
  /// The states of the store: before the first step, and after each step.
  let snapshots: [StoreSnapshot]

  init(
    _ steps: [CrashScript.Step], _ judge: CrashJudge, on origin: DiskModel.Image = [:],
    environment: Environment = .system
  ) throws {
    self.steps = steps
    self.origin = origin
    directory = judge.directory()
    let recorder = DiskRecorder()
    var snapshots: [StoreSnapshot] = []
    if !origin.isEmpty {
      try CrashJudge.write(origin, directory)
      // The content is read from a copy, so that the original stays untouched.
      let quiet = judge.directory()
      try CrashJudge.write(origin, quiet)
      var actor = CrashScript.Actor(directory: quiet, environment: .system)
      snapshots.append(try StoreSnapshot(actor.working()))
    }
    var actor = CrashScript.Actor(
      directory: directory, environment: environment.guarded(by: recorder.gate))
    for (number, step) in steps.enumerated() {
      try step.run(&actor)
      recorder.acknowledge(number + 1)
      let snapshot = try judge.snapshot(unwrap(actor.session), in: directory)
      // Before the first step there is no store, which equals an empty store.
      if snapshots.isEmpty { snapshots.append(snapshot) }
      snapshots.append(snapshot)
    }
    actor.close()
    self.snapshots = snapshots
    events = recorder.events
  }
}
