// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainCommands
import KeychainEngine
import SecureMemory

// First of all, since it may start the program again: lines of `security -i` hold secrets, so what
// is freed is overwritten. A program that ends with its one command needs no more than half of it.
ProcessDumps.overwriteFreed(restarts: ProgramArguments.beginWithOption)
// Before anything secret is in memory and before libcrypto looks for its configuration file, which
// could make it load code (spec/system-libraries.md 14).
ProcessDumps.refuse()
// A limit on the size of files is a full disk, to be told in words.
signal(SIGXFSZ, SIG_IGN)
unsafe setenv("OPENSSL_CONF", "/dev/null", 1)
unsafe unsetenv("OPENSSL_MODULES")

/// Runs the command and lets go of all that it held.
func run() -> Int32 {
  var command = SecurityCommand(device: SystemTerminal(), store: EmbeddedStore.access())
  return Int32(command.run(ProgramArguments.bytes))
}

let status = run()
EmbeddedEngine.close()
exit(status)
