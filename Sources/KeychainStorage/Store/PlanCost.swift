// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// How SQLite went about a plan: for tests of the plans and for `explain`.
package struct PlanCost: Sendable {
  /// SQLite's own lines of its query plans, of every statement that ran.
  package var lines: [String] = []
  /// Steps of SQLite's machine: what grows with every entry and row touched.
  package var steps = 0
  /// How many rows answered.
  package var rows = 0
}

extension ItemStore {
  /// Answers a plan and tells how.
  package func cost(_ plan: StorePlan) throws(StorageError) -> PlanCost {
    try lease { (connection) throws(StorageError) in
      _ = connection.takeSteps()
      let rows = try PlanReader(connection: connection).answer(plan.normalized())
      try connection.confirm(plan.epochs)
      var cost = PlanCost(rows: rows.count)
      for (text, steps) in connection.takeSteps() {
        cost.steps += steps
        cost.lines += try connection.queryPlan(text)
      }
      return cost
    }
  }
}
