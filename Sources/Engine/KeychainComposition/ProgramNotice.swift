// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Writes lines for the user of a program that uses this library, on standard error.
///
/// A library must never end its program because of a notice. If standard error is closed, full, or
/// a pipe without a reader, the line is lost.
package enum ProgramNotice {
  /// Writes a line to standard error, without control characters, which a terminal would obey.
  package static func tell(_ line: String) {
    let printable = line.unicodeScalars.filter { $0.value > 31 && !(127...159).contains($0.value) }
    let bytes = Array((String(String.UnicodeScalarView(printable)) + "\n").utf8)
    var pipe = sigset_t()
    var former = sigset_t()
    unsafe sigemptyset(&pipe)
    unsafe sigaddset(&pipe, SIGPIPE)
    guard unsafe pthread_sigmask(SIG_BLOCK, &pipe, &former) == 0 else { return }
    if unsafe write(STDERR_FILENO, bytes, bytes.count) < 0, errno == EPIPE {
      // The failed write has sent SIGPIPE to this thread, where it is pending. The signal is taken
      // here, because it would end the program when it is unblocked.
      var atOnce = timespec()
      unsafe sigtimedwait(&pipe, nil, &atOnce)
    }
    unsafe pthread_sigmask(SIG_SETMASK, &former, nil)
  }
}
