// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes

/// A script played once on a disk that lets everything pass: what it did to the disk, and what the
/// store held after each step.
struct RecordedSession {
  let steps: [CrashScript.Step]
  let directory: String
  /// The disk before the first step.
  let origin: DiskModel.Image
  let events: [DiskRecorder.Event]
  /// The store's states: before the first step, and after each.
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
      // A copy opened in peace says what is in it.
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
      // Before the first step there is nothing: the same as an empty store.
      if snapshots.isEmpty { snapshots.append(snapshot) }
      snapshots.append(snapshot)
    }
    actor.close()
    self.snapshots = snapshots
    events = recorder.events
  }
}
