// SPDX-License-Identifier: Apache-2.0

/// The cost of the SDK at the start of a program.
///
/// Whole processes are compared with a program that imports only Foundation (Benchmarks/Startup).
enum StartupRows {
  static func measure(_ directory: String, _ run: Run) throws {
    let title = "a program on the SDK that looks an item up"
    guard let programs = run.options.startup else {
      return run.table.add(.missing("startup/sdk", title, nil, "no --startup"))
    }
    let variables = [
      "LATCHKEY_HOME=\(directory)/startup", "XDG_STATE_HOME=\(directory)/state",
      "PATH=/usr/bin:/bin",
    ]
    _ = try Spawned.time([programs + "/lookup", "add"], variables)
    func side(_ name: String) -> Side {
      Side { _ in _ = try Spawned.time([programs + "/" + name], variables) }
    }
    for (row, title, name) in [
      ("startup/sdk", title, "lookup"), ("startup/linked", "one that is linked only", "linked"),
    ] {
      let (ours, floor) = try alternate(run.samples, side(name), side("foundation"))
      var line = Line(row, title, nil, ("whole process", ours), ("Foundation alone", floor))
      line.value = (ours.typical - floor.typical) / 1_000_000
      line.unit = "ms"
      run.table.add(line)
    }
  }
}
