// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import KeychainTypes
import Testing

/// The result of one call of `security`.
struct Outcome: Equatable {
  let status: UInt8
  let output: String
  let error: String
}

/// Runs `security` on a scripted store and terminal.
///
/// The words are split at blanks.
func security(
  _ words: String, on store: ScriptedStore = ScriptedStore(),
  at terminal: ScriptedTerminal = ScriptedTerminal()
) -> Outcome {
  security(words.split(separator: " ").map(String.init), on: store, at: terminal)
}

func security(
  _ words: [String], on store: ScriptedStore = ScriptedStore(),
  at terminal: ScriptedTerminal = ScriptedTerminal()
) -> Outcome {
  security(words.map { Array($0.utf8) }, on: store, at: terminal)
}

/// Runs `security` with words that need not be text.
func security(
  _ words: [[UInt8]], on store: ScriptedStore = ScriptedStore(),
  at terminal: ScriptedTerminal = ScriptedTerminal()
) -> Outcome {
  var command = SecurityCommand(device: terminal, store: store.access)
  let status = command.run(words)
  return Outcome(status: status, output: terminal.outputText, error: terminal.errorText)
}
