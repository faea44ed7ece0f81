// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPatience
import Testing

/// Tests of unlocked keychains of a user who has as many keys in the kernel as it permits, or
/// whose key agent cannot hold another key (Decisions/key-agent.md).
///
/// Root has another quota, so each test runs as a user of its own, without an account.
@Suite("room for the keys of unlocked keychains", .enabled(if: geteuid() == 0))
struct KeyQuotaTests {
  private let shell: ShellBench
  private let user: uid_t

  init() throws {
    shell = try ShellBench()
    // Runs at the same time, and the tests of one run, have other users.
    user = 100_000 + uid_t(getpid()) % 100_000 * 100 + .random(in: 0..<100)
    try shell.openToOthers(user)
  }

  /// Functions for scripts: `fill N` fills the keyring except for N places, `room` empties it
  /// again, `open` and `locked` check a keychain.
  private static let functions = """
    number=$(id -u) PATH=$PATH:/usr/sbin:/sbin
    keys() {
      python3 - "$@" <<'END'
    import ctypes, os, sys, time
    libc = ctypes.CDLL(None, use_errno=True)
    first = {"x86_64": 248, "aarch64": 217}[os.uname().machine]
    def add(name): return libc.syscall(first, b"user", name, b"x", 1, -4)
    def find(name): return libc.syscall(first + 2, 10, -4, b"user", name, 0)
    names = [b"filler:%d" % number for number in range(100000)]
    if sys.argv[1] == "fill":
        count = 0
        # The kernel counts a removed key for some milliseconds more.
        for round in range(3):
            while add(names[count]) > 0: count += 1
            time.sleep(0.2)
        names = names[count - int(sys.argv[2]) : count]
    if sys.argv[1] == "clear":
        libc.syscall(first + 2, 7, -4)
        names = []
    for name in names:
        if find(name) <= 0: break
        libc.syscall(first + 2, 9, find(name), -4)
    time.sleep(0.5)
    END
    }
    fill() { keys fill "$1"; }
    room() { keys room; }
    agents() { grep -c "@latchkey-keys-1-$number$" /proc/net/unix || true; }
    word() { security find-generic-password -s s -w "$1"; }
    locked() {
      security show-keychain-info "$1" >seen 2>&1 && fail "open: $1" || [ $? = 36 ] ||
        fail "$1: $(cat seen)"
    }
    open() { [ "$(word "$1")" = word ] || fail "locked: $1"; }
    make() {
      security create-keychain -p pw "$1"
      security add-generic-password -a a -s s -w word "$1"
    }
    end() {
      keys clear
      pkill -KILL -x -u "$number" latchkey-prompt || true
    }
    trap end EXIT

    """

  /// Runs a script as the test's user.
  ///
  /// - Parameters:
  ///   - helper: The path of `latchkey-prompt`; nil if it is installed.
  private func passes(_ script: String, helper: String? = nil) throws {
    // The keyrings of a user namespace end with it. Others would stay until the machine restarts.
    let words = [
      "/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups",
      "/usr/bin/unshare", "--map-current-user",
    ]
    let result = try shell.run(
      Self.functions + script, by: words,
      ["LATCHKEY_PROMPT_HELPER": helper ?? shell.bench.path("bin/latchkey-prompt")])
    #expect(result.status == 0 && result.error.isEmpty, "\(result)")
  }

  @Test("the key agent holds a key for which the keyring has no room, and a lock reaches both")
  func agent() throws {
    try passes(
      """
      make early.keychain
      fill 0
      make late.keychain
      [ "$(agents)" != 0 ] || fail 'no agent'
      open early.keychain; open late.keychain
      security lock-keychain late.keychain
      locked late.keychain; open early.keychain
      security unlock-keychain -p pw late.keychain
      open late.keychain
      security lock-keychain -a 2>told
      locked early.keychain; locked late.keychain
      fill 0
      security unlock-keychain -p pw late.keychain
      security set-keychain-settings -t 2 late.keychain
      sleep 3
      locked late.keychain
      """)
  }

  @Test("a key that is held when there is room again leaves no older key at the agent")
  func moved() throws {
    try passes(
      """
      fill 0
      make build.keychain
      room
      open build.keychain
      security set-keychain-settings -t 300 build.keychain
      # An agent without keys ends after five seconds.
      for try in {1..200}; do [ "$(agents)" != 0 ] || break; sleep 0.1; done
      [ "$(agents)" = 0 ] || fail 'the agent has a key'
      open build.keychain
      security lock-keychain build.keychain
      locked build.keychain
      """)
  }

  @Test("without an agent, the reason and the quota are named, and the advice works")
  func alone() throws {
    try passes(
      """
      make other.keychain
      security create-keychain -p pw build.keychain
      security lock-keychain build.keychain
      # A process that adds a key has a keyring for its thread, which counts too.
      fill 1
      keys="$(sysctl -n kernel.keys.maxkeys) keys" bytes="$(sysctl -n kernel.keys.maxbytes) bytes"
      quota="([0-9]* of $keys, [0-9]* of $bytes)"
      for command in 'create-keychain -p pw new.keychain' 'unlock-keychain -p pw build.keychain'; do
        security $command 2>told
        grep -q "no room for more keys of this user $quota, so" told || fail "$quota: $(cat told)"
        grep -q 'unlocked for this process only: install latchkey-prompt' told || fail "$(cat told)"
      done
      limits=$(grep -o 'kernel.keys.max[a-z]*=[0-9]*' told)
      for limit in $limits; do
        [ "$(($(sysctl -n "${limit%=*}") * 10))" = "${limit#*=}" ] || fail "$limit"
      done
      [ "$(wc -w <<<"$limits")" = 2 ] || fail "limits: $limits"
      security doctor >told || true
      grep -q 'K604 warn   The kernel has no room for more keys' told || fail "$(cat told)"
      locked build.keychain
      [ "$(security -i 2>told <<'END'
      unlock-keychain -p pw build.keychain
      add-generic-password -a a -s s -w word build.keychain
      find-generic-password -s s -w build.keychain
      END
      )" = word ] || fail 'one security -i'
      security lock-keychain other.keychain
      sleep 0.5
      security unlock-keychain -p pw build.keychain
      open build.keychain
      """, helper: "/nonexistent")
  }

  @Test(
    "keys of keychains whose files are gone make room, also if a later file has the place",
    arguments: ["job$job", "job"])
  func gone(place: String) throws {
    try passes(
      """
      make stays.keychain
      security set-keychain-settings stays.keychain
      fill 4
      for job in {1..9}; do
        place=$PWD/\(place)
        mkdir "$place"
        make "$place/build.keychain"
        security set-keychain-settings "$place/build.keychain"
        open "$place/build.keychain"
        rm -r "$place"
      done
      open stays.keychain
      """, helper: "/nonexistent")
  }

  @Test("an agent with as many keys as it holds is named, and the advice works")
  func fullAgent() throws {
    try passes(
      """
      fill 0
      make first.keychain
      python3 - <<'END'
      import os, socket
      for number in range(1000):
          name = b"latchkey:keychain:%d" % number
          agent = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
          agent.connect("\\0latchkey-keys-1-%d" % os.getuid())
          agent.send(bytes([1, 0, 0, 0, 0, len(name)]) + name + bytes(80))
          assert agent.recv(100)[0] == (1 if number < 999 else 3)
      END
      security create-keychain -p pw build.keychain 2>told
      security unlock-keychain -p pw build.keychain 2>>told
      [ "$(grep -c 'the key agent holds 1000 keys, its limit' told)" = 2 ] || fail "$(cat told)"
      locked build.keychain
      grep -q ': security lock-keychain -a$' told || fail "$(cat told)"
      security lock-keychain -a 2>told
      locked first.keychain
      security unlock-keychain -p pw build.keychain
      security add-generic-password -a a -s s -w word build.keychain
      open build.keychain
      """)
  }

  @Test("an agent that does not answer is waited for once in a command, and the advice works")
  func stopped() throws {
    try passes(
      """
      fill 0
      make build.keychain
      security lock-keychain build.keychain
      make held.keychain
      pkill -STOP -x -u "$number" latchkey-prompt
      began=${EPOCHREALTIME/./}
      locked build.keychain
      once=$((${EPOCHREALTIME/./} - began))
      began=${EPOCHREALTIME/./}
      security unlock-keychain -p pw build.keychain 2>told
      all=$((${EPOCHREALTIME/./} - began))
      [ "$all" -lt $((2 * once)) ] || fail "unlock-keychain waited $all, once is $once"
      grep -q 'the key agent does not answer' told || fail "$(cat told)"
      security create-keychain -p pw new.keychain 2>told
      grep -q 'the key agent does not answer' told || fail "$(cat told)"
      advice=$(grep -o 'pkill -KILL .*' told)
      # A lock is obeyed by an agent that runs again.
      security lock-keychain held.keychain
      pkill -CONT -x -u "$number" latchkey-prompt
      sleep 1
      locked held.keychain
      pkill -STOP -x -u "$number" latchkey-prompt
      eval "$advice"
      security unlock-keychain -p pw build.keychain
      open build.keychain
      """)
  }

  @Test("lock-keychain -a locks the keychains of every home of the user, and the ways out work")
  func homes() throws {
    try passes(
      """
      make job.keychain
      other() { mkdir -p other; HOME=$PWD/other "$@"; }
      other security create-keychain -p pw job.keychain
      other security lock-keychain job.keychain
      open job.keychain
      other unshare --map-current-user security lock-keychain -a 2>told || fail "$(cat told)"
      open job.keychain
      other security lock-keychain -a 2>told
      locked job.keychain
      """)
  }
}
