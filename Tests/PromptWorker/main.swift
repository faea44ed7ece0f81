// SPDX-License-Identifier: Apache-2.0
import Glibc

// A process for tests of prompts that need a process of their own: with a terminal, signalled,
// killed, or counted. Usage: `PromptWorker WORD ARGUMENTS`. It reports on standard output.
let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "terminal": Asking.atTerminal(deliversInterrupt: words.contains("deliver"))
case "pinentry": Asking.throughPinentry(words[1], home: words[2])
case "leaks":
  LeakCount.run(words[1], home: words[2], ignoresChildren: words.contains("ignoring"))
case "starve": LeakCount.starve(words[1], home: words[2])
case "residue": MemorySearch.run(words[1], home: words[2], shifted: words[3])
case "finger": Asking.forFinger(words[1], bus: words[2])
case "whom": Surroundings.tell(inBackground: words.contains("background"))
case "jobs": Jobs.run()
case "job":
  Jobs.waitForForeground()
  Asking.atTerminal(deliversInterrupt: false)
default: exit(64)
}
