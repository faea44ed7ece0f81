// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// Checks of everything outside the store: prompts, environment, memory, earlier failures and other
/// programs (Specification/diagnostics.md, "security doctor", checks 8 to 10, 12 and 13).
enum SurroundingChecks {
  /// The number of bytes that a program must be able to lock in memory for a few hundred secrets.
  static let memoryNeeded: UInt64 = 1 << 20

  static func prompts(_ facts: HealthFacts) -> HealthCheck {
    let waiting = facts.items.count { $0.state == .prompt }
    let text = facts.canPrompt ? "a person can be asked" : "no person can be asked from here"
    guard !facts.canPrompt, waiting > 0 else { return HealthCheck("prompts", text) }
    return HealthCheck(
      "prompts", text,
      [
        Finding(.noPromptAgent.text(n: waiting))
          .fix(.noPromptAgent.runThere)
      ])
  }

  static func environment(_ facts: HealthFacts) -> HealthCheck {
    var findings: [Finding] = []
    // An unknown variable may hold anything, even a password, so its value is not shown.
    let names = facts.variables.map { variable in
      variable.effect == nil
        ? variable.name : "\(variable.name)=\(Wording.visible(variable.value))"
    }
    let told = facts.variables.filter {
      $0.effect != nil && facts.misunderstood[$0.name] == nil
    }
    findings += misunderstood(facts)
    if !told.isEmpty {
      let effects = told.map { "\($0.name)=\(Wording.visible($0.value)) \($0.effect ?? "")" }
      findings.append(
        Finding(.environmentOverrides.variables(effects: effects.joined(separator: "; "))))
    }
    for unknown in facts.variables where unknown.effect == nil {
      findings.append(
        Finding(
          .environmentOverrides.unknown(name: unknown.name), as: .warning
        )
        .fix(.environmentOverrides.correctName))
    }
    for mistake in facts.settingsMistakes {
      findings.append(
        Finding(
          .environmentOverrides.noSetting(text: Wording.visible(mistake)),
          as: .warning
        ).fix(.environmentOverrides.settings))
    }
    if let trace = facts.trace {
      findings.append(
        Finding(
          .tracingLeftOn.writes(
            path: Wording.visible(trace.path), size: StoreChecks.size(trace.bytes),
            showsValues: trace.showsValues)
        ).fix(.tracingLeftOn.unset))
    }
    let text = facts.hasNoProfile ? "no profile" : "profile \(facts.profile.rawValue)"
    return HealthCheck(
      "environment", names.isEmpty ? text : text + "; " + names.joined(separator: " "), findings)
  }

  private static let profileVariable = "LATCHKEY_PROFILE"

  /// Returns a finding for each environment variable of Latchkey whose value is not valid.
  ///
  /// If `LATCHKEY_PROFILE` names an unknown profile, every call fails. Any other variable with an
  /// invalid value has no effect.
  private static func misunderstood(_ facts: HealthFacts) -> [Finding] {
    facts.variables.compactMap { variable in
      guard let expected = facts.misunderstood[variable.name] else { return nil }
      let name = "\(variable.name)=\(Wording.visible(variable.value))"
      guard variable.name == profileVariable else {
        return Finding(
          .environmentOverrides.noEffect(variable: name, expected: expected), as: .warning
        ).fix(.environmentOverrides.setTo(expected: expected))
      }
      return Finding(
        .environmentOverrides.noProfile(variable: name), as: .error
      ).fix(.environmentOverrides.setTo(expected: expected))
    }
  }

  static func memory(_ facts: HealthFacts) -> HealthCheck {
    let memory = facts.memory
    let limit = memory.lockable.map { StoreChecks.size(Int64(clamping: $0)) } ?? "no limit"
    let text = "\(limit) kept from swap; \(memory.hasSwap ? "swap is on" : "no swap"); no cores"
    var findings: [Finding] = []
    let isRefused = memory.weakness.contains(.swappable)
    if let lockable = memory.lockable, lockable < memoryNeeded, memory.hasSwap || isRefused {
      findings.append(
        Finding(
          memory.hasSwap
            ? .memoryNotLocked.text(n: lockable >> 10) : .memoryNotLocked.noSwap(n: lockable >> 10),
          as: memory.hasSwap ? .warning : .info
        ).fix(.memoryNotLocked.raise))
    } else if isRefused {
      findings.append(
        Finding(
          .memoryNotLocked.refused,
          as: memory.hasSwap ? .warning : .info
        ).fix(.memoryNotLocked.allow))
    }
    if memory.weakness.contains(.dumpable) || memory.weakness.contains(.inherited) {
      findings.append(
        Finding(
          .memoryNotLocked.coreDumps, as: .warning
        ).fix(.memoryNotLocked.madvise))
    }
    return HealthCheck("memory", text, findings)
  }

  static func failures(_ facts: HealthFacts) -> HealthCheck {
    guard let failures = facts.trace?.failures ?? facts.keptFailures else {
      return HealthCheck(
        "failures", "not recorded; LATCHKEY_TRACE=/path records them", least: .note)
    }
    guard !failures.isEmpty else { return HealthCheck("failures", "no calls recorded") }
    return HealthCheck("failures", failures.joined(separator: "; "), least: .note)
  }

  static func otherPrograms(_ facts: HealthFacts) -> HealthCheck {
    switch facts.memory.traceScope {
    case 0?, nil:
      HealthCheck(
        "neighbours",
        "programs of the same user may read each other's memory (kernel.yama.ptrace_scope is "
          + "\(facts.memory.traceScope.map { "\($0)" } ?? "not there")); Latchkey refuses it",
        least: .note)
    case let scope?:
      HealthCheck("neighbours", "programs may read only their own children's memory (\(scope))")
    }
  }
}
