// SPDX-License-Identifier: Apache-2.0

/// One named requirement on every service.
package struct ContractCase: Sendable, CustomStringConvertible {
  package let name: String
  private let body: @Sendable (ContractBench) throws -> Void

  init(_ name: String, _ body: @escaping @Sendable (ContractBench) throws -> Void) {
    self.name = name
    self.body = body
  }

  package var description: String { name }

  /// Runs the case on a backend with an empty store, and returns the failures.
  package func run(on backend: any ContractBackend) -> [ContractFailure] {
    do {
      let bench = try ContractBench(backend)
      do {
        try body(bench)
      } catch {
        bench.fail("the case ended with \(error)", line: 0)
      }
      return bench.failures
    } catch {
      return [ContractFailure(text: "the backend does not open: \(error)", file: "", line: 0)]
    }
  }
}

/// A requirement that did not hold, with its place in the source.
package struct ContractFailure: Sendable, CustomStringConvertible {
  package let text: String
  package let file: String
  package let line: Int

  package var description: String { line > 0 ? "\(text) (\(file):\(line))" : text }
}

/// All cases.
///
/// Each of them runs with a fresh store on every service.
package enum ServiceContract {
  package static let cases: [ContractCase] =
    AddCases.all + CopyCases.all + UpdateCases.all + DeleteCases.all + GroupCases.all
    + SynchronizableCases.all + ReferenceCases.all + ConstraintCases.all + StoreCases.all
    + LockCases.all + PasscodeCases.all + AccessControlCases.all
}
