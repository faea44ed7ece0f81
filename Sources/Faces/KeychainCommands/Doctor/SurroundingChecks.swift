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
    let needs = waiting == 1 ? "1 item needs" : "\(waiting) items need"
    return HealthCheck(
      "prompts", text,
      [
        Finding(.noPromptAgent, "\(needs) a person, and nothing can show a prompt here.")
          .fix("Run it at a terminal or desktop, or install pinentry.")
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
        Finding(
          .environmentOverrides, "Set by the environment: " + effects.joined(separator: "; ") + "."
        ))
    }
    for unknown in facts.variables where unknown.effect == nil {
      findings.append(
        Finding(
          .environmentOverrides, "\(unknown.name) is not a variable of Latchkey.", as: .warning
        )
        .fix("Correct its name, or unset it."))
    }
    for mistake in facts.settingsMistakes {
      findings.append(
        Finding(
          .environmentOverrides, "\(Wording.visible(mistake)): not a setting of Latchkey.",
          as: .warning
        ).fix("registry = on or off; last-failures = on or off."))
    }
    if let trace = facts.trace {
      let values = trace.showsValues ? ", with values of attributes" : ""
      findings.append(
        Finding(
          .tracingLeftOn,
          "LATCHKEY_TRACE writes every call into \(Wording.visible(trace.path)) "
            + "(\(StoreChecks.size(trace.bytes)) so far\(values))."
        ).fix("Unset it when you have seen enough."))
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
      let fix = "Set it to \(expected), or unset it."
      guard variable.name == profileVariable else {
        return Finding(
          .environmentOverrides,
          "\(name) has no effect: the value is not \(expected).", as: .warning
        ).fix(fix)
      }
      return Finding(
        .environmentOverrides,
        "\(name) names an unknown profile: every call answers -25291.", as: .error
      ).fix(fix)
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
          .memoryNotLocked,
          memory.hasSwap
            ? "Secrets may reach swap: RLIMIT_MEMLOCK is \(lockable >> 10) KiB."
            : "Memory for secrets is not locked, as RLIMIT_MEMLOCK is \(lockable >> 10) KiB; there "
              + "is no swap now.",
          as: memory.hasSwap ? .warning : .info
        ).fix("Raise the limit, or encrypt the swap."))
    } else if isRefused {
      findings.append(
        Finding(
          .memoryNotLocked, "Secrets may reach swap: the system refuses to lock their memory.",
          as: memory.hasSwap ? .warning : .info
        ).fix("Allow mlock to the program, or encrypt the swap."))
    }
    if memory.weakness.contains(.dumpable) || memory.weakness.contains(.inherited) {
      findings.append(
        Finding(
          .memoryNotLocked,
          "Secrets may reach core dumps or forked children: the system refuses the marks of their "
            + "memory (madvise).", as: .warning
        ).fix("Use Linux 4.14 or later, and allow madvise to the program."))
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
