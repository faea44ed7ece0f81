// SPDX-License-Identifier: Apache-2.0
import Authentication

extension PromptMeans {
  /// The programs of this machine, with what the process's variables say: `LATCHKEY_PROMPT_HELPER`
  /// is the path of `latchkey-prompt`, `LATCHKEY_PAM_DIRECTORY` where PAM's service files are for
  /// it, `LATCHKEY_PROMPT_TIMEOUT` the seconds of an evaluation, brought into the limits.
  init(_ surroundings: StoreLocation.Surroundings) {
    let path = surroundings.believedVariable("LATCHKEY_PROMPT_HELPER")
    // With borrowed rights no program is started at all.
    let services = surroundings.believedVariable("LATCHKEY_PAM_DIRECTORY")
    self.init(
      helper: surroundings.isSetID
        ? nil : HelperProgram.installed(at: path, serviceDirectory: services))
    if let text = surroundings.believedVariable("LATCHKEY_PROMPT_TIMEOUT"),
      let seconds = Int(text)
    {
      let limits = Self.evaluationLimits
      evaluation = min(max(seconds, limits.lowerBound), limits.upperBound) * 1000
    }
  }
}
