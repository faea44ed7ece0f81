// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// What a program that holds secrets does first, and a library never does to its host.
package enum ProcessDumps {
  /// The signals at which Swift's runtime starts its reporter of crashes, when at a terminal.
  private static let reported = [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]

  /// No core dumps, no crash reports, and no other process of the same user may attach or read
  /// this one's memory.
  ///
  /// The reporter would print registers and memory, and since it may not attach any more, wait for
  /// ever: a crash ends the program by its signal at once.
  ///
  /// - Returns: false where the system refused dumps or attaching to be switched off, which no
  ///   call need fail for.
  @discardableResult
  package static func refuse() -> Bool {
    for number in reported { signal(number, SIG_DFL) }
    return latchkey_refuse_dumps() == 0
  }

  /// What the program frees is overwritten from now on: lines that it reads, copies of Foundation.
  ///
  /// - Parameter restarts: whether small pieces are too, for which the C library has to be told
  ///   before it begins: the program is started again, once, by the file that it runs from.
  package static func overwriteFreed(restarts: Bool) {
    unsafe latchkey_overwrite_freed(restarts ? latchkey_arguments() : nil)
  }
}

/// What calls that handle secrets leave behind: in registers, and on the stack below their frame.
package enum Residue {
  /// Overwrites it; done once at the end of each call of the API, at the cost of some 0.1 us.
  ///
  /// libc copies through vector registers, and the dynamic linker saves all registers to the stack
  /// when it binds a name: a secret was found there long after it had been released.
  package static func wipe() { latchkey_wipe_residue() }
}
