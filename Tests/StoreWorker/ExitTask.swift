// SPDX-License-Identifier: Apache-2.0
import Glibc
import Security
import TestPatience

/// `exit`: ends the process from its main thread while other threads are inside calls, as programs
/// do.
enum ExitTask {
  static func run(_ arguments: [String]) -> Int32 {
    _ = Items.add("account")
    for number in 0..<3 {
      _ = WorkerThread {
        while true {
          _ =
            number == 0 ? Items.update("account", secret: "other") : Items.secret("account").status
        }
      }
    }
    Patience.pause(.microseconds(Int(arguments.first ?? "") ?? 3_000))
    return 0
  }
}
