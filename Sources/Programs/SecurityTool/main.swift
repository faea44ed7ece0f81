// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainCommands
import KeychainEngine
import SecureMemory

// `overwriteFreed` is called first, because it may start the program again. Lines of `security -i`
// contain secrets, so freed memory is overwritten. A program that runs only the command in its
// arguments is not started again: only its larger pieces of freed memory are overwritten.
ProcessDumps.overwriteFreed(restarts: ProgramArguments.beginWithOption)
// `refuse` is called before any secret is in memory. The function is also called before libcrypto
// reads its configuration file, which could make libcrypto load code
// (Specification/system-libraries.md, "libcrypto 3.0 from Swift: XAES-256-GCM, HMAC, scrypt").
ProcessDumps.refuse()
// With this signal ignored, a write beyond the limit on file sizes fails like a write to a full
// disk. The command reports this failure in words.
signal(SIGXFSZ, SIG_IGN)
unsafe setenv("OPENSSL_CONF", "/dev/null", 1)
unsafe unsetenv("OPENSSL_MODULES")

/// Runs the command in the program's arguments, and returns its exit status.
///
/// Everything that the command used is freed when this function returns.
func run() -> Int32 {
  var command = SecurityCommand(device: SystemTerminal(), store: EmbeddedStore.access())
  return Int32(command.run(ProgramArguments.bytes))
}

let status = run()
EmbeddedEngine.close()
exit(status)
