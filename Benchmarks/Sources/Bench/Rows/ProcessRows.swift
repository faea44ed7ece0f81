// SPDX-License-Identifier: Apache-2.0

/// Whole processes: the command `security`, other commands, and `true` as the lower limit.
enum ProcessRows {
  static func measure(_ fixture: Fixture, _ peers: Peers, _ run: Run) throws {
    let items = fixture.items
    let title = "security find-generic-password -w"
    guard let security = run.options.security else {
      run.table.add(.missing("process/time", title, items, "no --security"))
      return
    }
    let variables = ["LATCHKEY_HOME=\(fixture.directory)/store", "PATH=/usr/bin:/bin"]
    let command = Side {
      let index = Names.scattered($0, items)
      _ = try Spawned.time(
        [
          security, "find-generic-password", "-s", Names.service(index), "-a", Names.account(index),
          "-w",
        ], variables)
    }
    let floor = Side { _ in _ = try Spawned.time(["/bin/true"], variables) }
    let (ours, least) = try alternate(run.samples, command, floor)
    var line = Line(
      "process/time", title, items, ("whole process", ours), ("true, the floor", least))
    (line.value, line.unit) = (ours.typical / 1_000_000, "ms")
    run.table.add(line)

    for peer in peers.commands {
      let name = "process/" + peer.name
      guard items <= Peers.mostItems else {
        run.table.add(.missing(name, title, items, "\(peer.title): not filled"))
        continue
      }
      guard let variables = peer.environment else {
        run.table.add(.missing(name, title, items, "\(peer.title): not installed"))
        continue
      }
      let side = Side {
        _ = try Spawned.time(peer.words(Names.scattered($0, items)), variables)
      }
      let (again, theirs) = try alternate(run.samples, command, side)
      run.table.add(Line(name, title, items, ("whole process", again), (peer.title, theirs)))
    }
  }
}
