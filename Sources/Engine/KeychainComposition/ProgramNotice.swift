// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A line for who runs a program that uses this library: on standard error.
///
/// A library that ends its program over a line would be worse than one that says nothing: where
/// standard error is closed, full, or a pipe that nobody reads, the line is lost.
package enum ProgramNotice {
  /// Tells a line; what a terminal would take for orders is left out.
  package static func tell(_ line: String) {
    let printable = line.unicodeScalars.filter { $0.value > 31 && !(127...159).contains($0.value) }
    let bytes = Array((String(String.UnicodeScalarView(printable)) + "\n").utf8)
    var pipe = sigset_t()
    var former = sigset_t()
    unsafe sigemptyset(&pipe)
    unsafe sigaddset(&pipe, SIGPIPE)
    guard unsafe pthread_sigmask(SIG_BLOCK, &pipe, &former) == 0 else { return }
    if unsafe write(STDERR_FILENO, bytes, bytes.count) < 0, errno == EPIPE {
      // The signal is this thread's and waits; it is taken before it is let through again.
      var atOnce = timespec()
      unsafe sigtimedwait(&pipe, nil, &atOnce)
    }
    unsafe pthread_sigmask(SIG_SETMASK, &former, nil)
  }
}
