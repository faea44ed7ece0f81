// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// Protects programs that handle secrets against core dumps and debuggers.
///
/// A library must not do this to the program that uses it.
package enum ProcessDumps {
  /// The signals at which Swift's runtime starts its crash reporter on a terminal.
  private static let reported = [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]

  /// Switches off core dumps, crash reports, and access by other processes of this user.
  ///
  /// The crash reporter of Swift's runtime is switched off, because it prints registers and memory,
  /// which may contain secrets. Without access to the program, it would also wait forever. A crash
  /// therefore ends the program at once by its signal.
  ///
  /// - Returns: false if the system refused to switch off core dumps or the access by other
  ///   processes. The program may continue in that case.
  @discardableResult
  package static func refuse() -> Bool {
    for number in reported { signal(number, SIG_DFL) }
    return latchkey_refuse_dumps() == 0
  }

  /// Makes the C library overwrite memory of this program when the program frees the memory.
  ///
  /// This removes, for example, lines that the program has read, and Foundation's copies of
  /// secrets.
  ///
  /// - Parameter restarts: true to overwrite small pieces of memory as well. The C library must
  ///   know that before the program begins, so the program is restarted once, from its own file.
  package static func overwriteFreed(restarts: Bool) {
    unsafe latchkey_overwrite_freed(restarts ? latchkey_arguments() : nil)
  }
}

/// Removes copies of secrets that a call leaves in registers and on the unused stack.
package enum Residue {
  /// Overwrites registers and unused stack in about 0.1 us.
  ///
  /// Code that has handled secrets calls `wipe` at its end: `SecItem` and `SecKeychain` functions,
  /// imports, and the commands of `security`.
  ///
  /// Secrets reach the stack because libc copies through vector registers, and the dynamic linker
  /// saves all registers to the stack when it binds a name. Without `wipe`, a secret was found on
  /// the stack long after it had been released.
  package static func wipe() { latchkey_wipe_residue() }
}
