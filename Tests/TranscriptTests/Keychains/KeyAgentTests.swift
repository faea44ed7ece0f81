// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// Tests of unlocked keychains and stores on a machine whose kernel refuses keyrings, as containers
/// do (Decisions/key-agent.md).
@Suite("the key agent", .serialized) struct KeyAgentTests {
  private let shell: ShellBench

  init() throws { shell = try ShellBench() }

  /// Runs a script without the kernel's keyring.
  private func run(_ script: String, _ wrapper: [String] = []) throws -> Program.Result {
    try shell.run(
      script, by: wrapper + ShellBench.withoutKeyring, ["LATCHKEY_PROMPT_HELPER": Program.prompter])
  }

  private func passes(_ script: String, _ wrapper: [String] = []) throws {
    let result = try run(script, wrapper)
    #expect(result.status == 0 && result.error.isEmpty, "\(result)")
  }

  @Test("every process finds the keychain as the last one left it") func shared() throws {
    try passes(
      """
      security create-keychain -p pw build.keychain
      security set-keychain-settings -lut 3600 build.keychain
      security lock-keychain build.keychain
      # A shell that reads the output waits until each process that could write it has ended.
      [ "$(security unlock-keychain -p pw build.keychain)" = '' ] || fail output
      security add-generic-password -a a -s s -w word build.keychain
      [ "$(security find-generic-password -s s -w build.keychain)" = word ] || fail unlocked
      security lock-keychain build.keychain
      security find-generic-password -s s -w build.keychain 2>told && fail locked || [ $? = 36 ]
      security unlock-keychain -p pw build.keychain
      [ "$(security find-generic-password -s s -w build.keychain)" = word ] || fail again
      security lock-keychain -a 2>told
      security find-generic-password -s s -w build.keychain 2>told && fail all || [ $? = 36 ]
      """)
  }

  @Test("a time limit really ends what the agent holds") func limited() throws {
    try passes(
      """
      security create-keychain -p pw build.keychain
      security add-generic-password -a a -s s -w word build.keychain
      security set-keychain-settings -t 2 build.keychain
      [ "$(security find-generic-password -s s -w build.keychain)" = word ] || fail early
      sleep 3
      security find-generic-password -s s -w build.keychain 2>told && fail late || [ $? = 36 ]
      """)
  }

  @Test(
    "a limit of 0 seconds locks at once, and unlock-keychain says so", arguments: [false, true])
  func endless(hasKeyring: Bool) throws {
    let script = """
      security create-keychain -p pw build.keychain
      security add-generic-password -a a -s s -w word build.keychain
      security set-keychain-settings -t 0 build.keychain
      security find-generic-password -s s -w build.keychain 2>told && fail open || [ $? = 36 ]
      security unlock-keychain -p pw build.keychain 2>told
      grep -q 'limit of the keychain is 0 seconds, so it is locked again' told || fail "$(cat told)"
      security find-generic-password -s s -w build.keychain 2>told && fail again || [ $? = 36 ]
      security set-keychain-settings -t 300 --password-fd 3 build.keychain 3< <(echo pw)
      security unlock-keychain -p pw build.keychain
      [ "$(security find-generic-password -s s -w build.keychain)" = word ] || fail limit
      security lock-keychain build.keychain
      """
    let result = try hasKeyring ? shell.run(script) : run(script)
    #expect(result.status == 0 && result.error.isEmpty, "\(result)")
  }

  @Test("the store's passcode unlocks the store for every process") func store() throws {
    try passes(
      """
      security add-generic-password -a a -s s -w stored
      security set-passcode --passcode-fd 3 3<<<'84 1 6 73' 2>told
      security lock-store --all
      security find-generic-password -s s -w 2>told && fail locked || [ $? = 36 ]
      security unlock-store --passcode-fd 3 3<<<'84 1 6 73'
      [ "$(security find-generic-password -s s -w)" = stored ] || fail unlocked
      security lock-store --all
      security find-generic-password -s s -w 2>told && fail again || [ $? = 36 ]
      """)
  }

  @Test("the agent ends when it has held nothing for some seconds, and not before")
  func ending() throws {
    try passes(
      """
      security create-keychain -p pw build.keychain
      security set-keychain-settings build.keychain
      sleep 7
      security add-generic-password -a a -s s -w word build.keychain
      security lock-keychain build.keychain
      """)
    #expect(ShellBench.waitsForKeyAgentsEnd())
  }

  @Test("a killed agent is a locked keychain, and the next unlock starts another")
  func killed() throws {
    try passes(
      """
      security create-keychain -p pw build.keychain
      security add-generic-password -a a -s s -w word build.keychain
      for directory in /proc/[0-9]*; do
        words=$(exec 2>/dev/null; tr '\\0' ' ' <"$directory/cmdline") || continue
        [[ $words == *'latchkey-prompt --hold-keys serve ' ]] || continue
        kill -KILL "${directory#/proc/}"
      done
      sleep 0.2
      security find-generic-password -s s -w build.keychain 2>told && fail locked || [ $? = 36 ]
      security unlock-keychain -p pw build.keychain
      [ "$(security find-generic-password -s s -w build.keychain)" = word ] || fail again
      security lock-keychain build.keychain
      """)
  }

  /// Programs that take the agent's name before it runs, by the way in which they answer.
  ///
  /// Each runs in a network of its own, where no other test's agent is, and then starts the script.
  /// The last column is the reason that `create-keychain` and `unlock-keychain` give. It is empty
  /// for a program that claims to hold every key.
  // swift-format-ignore
  private static let impostors: [(name: String, user: Int, answer: String, reason: String)] = [
    ("of another user",             65_534, "pass", "another user has the name of the key agent"),
    ("of another, with a full queue", 65_534, "time.sleep(60)", "another user has the name of the key agent"),
    ("that never answers",               0, "time.sleep(60)", "the key agent does not answer"),
    ("that closes",                      0, "connection.close()", "cannot start the key agent"),
    ("that answers nothing known",       0, "connection.send(bytes([9] * 40))", "the key agent does not answer"),
    ("that has others' bytes as answer", 0, "connection.send(bytes([1] * 120))", ""),
    ("that answers too much",            0, "connection.send(bytes([1] * 100000))", ""),
  ]

  @Test(
    "who takes the agent's name gets no further than the wrapped key",
    .enabled(if: geteuid() == 0), arguments: impostors.indices)
  func impostor(_ place: Int) throws {
    let (name, user, answer, reason) = Self.impostors[place]
    let program = """
      import os, socket, sys, time
      place = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
      if os.fork() == 0:
          open("/proc/self/comm", "w").write("impostor")
          os.setuid(\(user))
          place.bind(b"\\0latchkey-keys-1-0")
          place.listen(0)
          while True:
              connection, _ = place.accept()
              connection.recv(2000)
              try:
                  \(answer)
              except OSError:
                  pass
      time.sleep(0.5)
      place.close()
      status = os.spawnv(os.P_WAIT, sys.argv[1], sys.argv[1:])
      os.system("pkill -KILL -x -g 0 impostor")
      sys.exit(status)
      """
    let result = try run(
      """
      security create-keychain -p pw build.keychain 2>told
      [ -z '\(reason)' ] || grep -q '\(reason)' told || fail "create: $(cat told)"
      security unlock-keychain -p pw build.keychain 2>told || fail "$(cat told)"
      [ -z '\(reason)' ] || grep -q '\(reason)' told || fail "unlock: $(cat told)"
      security find-generic-password -s s -w build.keychain 2>>told && fail found || [ $? = 44 ] || [ $? = 36 ]
      ! grep -q -i -E 'fatal|crash' told || fail "$(cat told)"
      """,
      [
        "/usr/bin/unshare", "--net", "--pid", "--fork", "--mount-proc", "/usr/bin/python3", "-c",
        program,
      ])
    #expect(result.status == 0, "\(name): \(result)")
  }
}
