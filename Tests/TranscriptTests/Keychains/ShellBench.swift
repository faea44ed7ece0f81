// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPatience
import Testing

/// A home directory in which shell scripts run, with `security` on their path.
///
/// The home is empty. Beside it are the directories `bin`, for the path, and `work`, the current
/// directory of scripts. The store is in its usual place in the home.
struct ShellBench {
  /// The files of a certificate authority and of its certificates, in the home.
  let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    for name in ["bin", "work", "home"] {
      guard unsafe mkdir(bench.path(name), 0o755) == 0 else {
        throw Program.Failure(text: "no directory \(name)")
      }
    }
    guard unsafe symlink(Program.path, bench.path("bin/security")) == 0 else {
      throw Program.Failure(text: "no link to security")
    }
  }

  /// The variables of a script: a home, a path, and the authority as the only system anchor.
  var environment: [String: String] {
    [
      "HOME": bench.path("home"), "PATH": bench.path("bin") + ":/usr/bin:/bin",
      "SSL_CERT_FILE": bench.path("authority.pem"), "TZ": "UTC",
      "RUNNER_TEMP": bench.path("work"),
    ]
  }

  /// Runs a script with `set -euo pipefail` and without a terminal.
  ///
  /// - Parameters:
  ///   - text: The script. `fail TEXT` in it ends it with status 99.
  ///   - wrapper: The program and its arguments that start the shell; empty for the shell alone.
  func run(
    _ text: String, by wrapper: [String] = [], _ variables: [String: String?] = [:]
  ) throws -> Program.Result {
    var program = Program(home: bench.path("home"))
    program.environment = environment
    for (name, value) in variables { program.environment[name] = value }
    let script =
      "set -euo pipefail\nfail() { echo \"FAILED: $*\" >&2; exit 99; }\n"
      + "cd \"\(bench.path("work"))\" 2>/dev/null || cd /\n" + text
    let words = wrapper + ["/bin/bash", "-c", script]
    program.executable = words[0]
    return try program.run(Array(words.dropFirst()))
  }

  /// Runs a script that must reach its end, and returns its output.
  @discardableResult func passes(
    _ text: String, _ location: SourceLocation = #_sourceLocation
  ) throws -> String {
    let result = try run(text)
    #expect(
      result.status == 0, "status \(result.status)\n\(result.output)\n\(result.error)",
      sourceLocation: location)
    return result.output
  }

  /// Makes the authority, and an identity for signing code as the files of an account have it:
  /// `NAME.p12`, `NAME.cer`, `NAME.pem` and `NAME.key` in the current directory of scripts.
  func makeSigner(_ name: String, _ subject: String, password: String) throws {
    if unsafe access(bench.path("authority.pem"), F_OK) != 0 { try bench.makeAuthority() }
    try bench.issue(
      "work/\(name)", subject, "extendedKeyUsage=codeSigning\nkeyUsage=digitalSignature\n")
    try bench.openssl(
      "x509", "-in", "{work/\(name).pem}", "-outform", "DER", "-out", "{work/\(name).cer}")
    try bench.openssl(
      "pkcs12", "-export", "-in", "{work/\(name).pem}", "-inkey", "{work/\(name).key}", "-out",
      "{work/\(name).p12}", "-passout", "pass:\(password)")
  }
}

extension ShellBench {
  /// Gives the home to another user, with copies of `security` and `latchkey-prompt`, which may
  /// stand where the user cannot look.
  func openToOthers(_ user: uid_t) throws {
    for program in [Program.path, Program.prompter] {
      let name = "bin/" + (program.split(separator: "/").last ?? "")
      _ = unsafe unlink(bench.path(name))
      var copy = Program(home: bench.path("home"))
      copy.executable = "/bin/cp"
      _ = try copy.run([program, bench.path(name)])
    }
    for name in [".", "bin", "work", "home", "bin/security", "bin/latchkey-prompt"] {
      guard unsafe chmod(bench.path(name), 0o755) == 0,
        unsafe chown(bench.path(name), user, user) == 0
      else { throw Program.Failure(text: "\(name) cannot be given to another user") }
    }
  }

  /// The program and its arguments that forbid the kernel's keyring as containers do, and start
  /// another program.
  static let withoutKeyring = ["/usr/bin/python3", "-c", forbidding]

  private static let forbidding = """
    import ctypes, os, struct, sys
    first = {"x86_64": 248, "aarch64": 217}[os.uname().machine]
    # add_key, request_key and keyctl fail with EPERM; everything else is allowed.
    rows = [(0x20, 0, 0, 0), (0x35, 0, 3, first), (0x35, 2, 0, first + 3),
            (0x06, 0, 0, 0x50001), (0x06, 0, 0, 0x50001), (0x06, 0, 0, 0x7FFF0000)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *row) for row in rows))
    program = struct.pack("HxxxxxxQ", len(rows), ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, program, 0, 0) == 0
    os.execv(sys.argv[1], sys.argv[1:])
    """

  /// Waits at most ten seconds until no key agent of this user runs.
  ///
  /// - Returns: false if one still runs. An agent ends when it has held nothing for five seconds.
  static func waitsForKeyAgentsEnd() -> Bool {
    Patience.wait(within: .seconds(10)) {
      let sockets = (try? Files.read("/proc/net/unix")) ?? []
      let name = "@latchkey-keys-1-\(geteuid())"
      return !String(decoding: sockets, as: UTF8.self).contains(name)
    }
  }
}
