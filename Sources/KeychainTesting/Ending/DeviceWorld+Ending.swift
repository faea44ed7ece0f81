// SPDX-License-Identifier: Apache-2.0
internal import SecureMemory

/// Mistakes of the test, and when it hears of them.
extension DeviceWorld {
  /// A step of the script, and where the test gave it.
  struct Answer: Sendable {
    let step: SimulatedDevice.Step
    let place: CodePlace
    /// Whether the end of the device has told that no prompt used it.
    var isTold = false
  }

  /// Tells a mistake of the test.
  ///
  /// At once if the test has set `failTest`; else `use` throws it at its end, and outside of `use`
  /// the program stops.
  func fail(_ words: String) {
    let isChosen = SimulatedDevice.chosenFailTest != nil
    let place = places.last
    let isKept = inner.withLock { (inner: inout Inner) -> Bool in
      inner.failures.append(words)
      guard !isChosen, inner.uses > 0 else { return false }
      inner.kept.append(TestMistake(.failure, words, at: place))
      return true
    }
    if !isKept { SimulatedDevice.failTest(words) }
  }

  /// A body of `use` begins.
  func beginUse() { inner.withLock { $0.uses += 1 } }

  /// A body of `use` is over.
  func endUse() { inner.withLock { $0.uses -= 1 } }

  /// The failures that nobody has been told of.
  func takeFailures() -> [TestMistake] {
    inner.withLock { inner in
      defer { inner.kept = [] }
      return inner.kept
    }
  }

  /// The answers that no prompt has used since the last time; they stay in the script.
  func takeUnusedAnswers() -> [TestMistake] {
    inner.withLock { inner in
      let unused = inner.script.filter { !$0.isTold }
      for index in inner.script.indices { inner.script[index].isTold = true }
      return unused.map { answer in
        TestMistake(
          .unusedAnswer, "no prompt has used the answer .\(answer.step)", at: answer.place)
      }
    }
  }
}
