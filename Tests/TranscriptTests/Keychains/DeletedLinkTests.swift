// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// Deletion of keychains by the name of a symbolic link, and names that no new keychain can have
/// (Documentation/Decisions/keychain-names.md).
@Suite("keychains behind links, and taken names") struct DeletedLinkTests {
  /// Scripts that make the keychain `real.keychain` and links to it, and the name to delete.
  private static let rows: [(String, String)] = [
    ("ln -s real.keychain a.keychain", "$PWD/a.keychain"),
    ("ln -s $PWD/real.keychain a.keychain", "$PWD/a.keychain"),
    ("ln -s b.keychain a.keychain; ln -s real.keychain b.keychain", "$PWD/a.keychain"),
    ("mkdir sub; ln -s ../real.keychain sub/a.keychain", "$PWD/sub/../sub/a.keychain"),
    ("ln -s $PWD/real.keychain $FOLDER/a.keychain-db", "a.keychain"),
    ("ln -s $PWD/real.keychain $FOLDER/a.keychain", "a.keychain"),
  ]

  @Test("the file and the links on the way to it are deleted", arguments: rows.indices)
  func deleted(_ place: Int) throws {
    let (links, name) = Self.rows[place]
    try ShellBench().passes(
      """
      FOLDER=$HOME/.local/share/latchkey/keychains
      security create-keychain -p x other.keychain
      security create-keychain -p x "$PWD/real.keychain"
      \(links)
      security list-keychains -s other.keychain "$PWD/real.keychain"
      security default-keychain -s "$PWD/real.keychain"
      security delete-keychain "\(name)"
      left=$(find "$PWD" "$FOLDER" -name 'real*' -o -name '[ab].keychain*')
      [ -z "$left" ] || fail "$left"
      [ "$(security list-keychains -d user | xargs)" = "$FOLDER/other.keychain-db" ] || fail list
      security delete-keychain other.keychain
      """)
  }

  @Test("a link that cannot be deleted keeps the keychain", .enabled(if: geteuid() == 0))
  func kept() throws {
    let shell = try ShellBench()
    try shell.openToOthers(65_534)
    // In a directory such as /tmp, a user may not remove the link of another user.
    let made = try shell.run(
      "mkdir sticky; chmod 1777 sticky; ln -s $PWD/real.keychain sticky/a.keychain")
    #expect(made.status == 0, "\(made)")
    let result = try shell.run(
      """
      security create-keychain -p x "$PWD/real.keychain"
      mkdir shut; ln -s ../real.keychain shut/a.keychain; chmod 500 shut
      status=0; security delete-keychain "$PWD/shut/a.keychain" 2>err || status=$?
      [ $status = 195 ] && grep -q shut/a.keychain err || fail "$status $(cat err)"
      status=0; security delete-keychain "$PWD/sticky/a.keychain" 2>err || status=$?
      [ $status = 195 ] && grep -q sticky/a.keychain err || fail "$status $(cat err)"
      security show-keychain-info "$PWD/real.keychain" || fail gone
      chmod 700 shut; security delete-keychain "$PWD/shut/a.keychain"
      """, by: ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
    #expect(result.status == 0, "\(result)")
  }

  /// Names that the store has, and the reasons.
  private static let taken = [
    ("../store.db", "this name means the embedded store"),
    ("$STORE/store.db", "this name means the embedded store"),
    ("$STORE", "this name means the embedded store"),
    ("../keybag", "a file of the embedded store has this name"),
    ("$STORE/keybag", "a file of the embedded store has this name"),
    ("$STORE/device.key", "a file of the embedded store has this name"),
    ("x/../../lock", "a file of the embedded store has this name"),
    ("/Library/Keychains/System.keychain", "this name means the certificates of the distribution"),
  ]

  @Test("no new keychain has the name of the store or of one of its files", arguments: taken)
  func names(_ name: String, _ reason: String) throws {
    try ShellBench().passes(
      """
      STORE=$HOME/.local/share/latchkey
      for home in fresh made; do
        for verb in 'create-keychain -p x' create-db; do
          case $verb:"\(name)" in
            create-db:..*|create-db:x*|create-db:*System*|create-db:*/latchkey) continue;;
          esac
          status=0; security $verb "\(name)" 2>err || status=$?
          [ $status = 48 ] || [ "$verb" = create-db ] || fail "$verb: $status"
          grep -q '\(reason)\\|a file of the embedded store has\\|exists already' err ||
            fail "$verb: $(cat err)"
        done
        [ "$(ls "$STORE" 2>/dev/null | grep -c -- -db)" = 0 ] || fail "$(ls "$STORE")"
        security add-generic-password -U -s s -a a -w x
      done
      """)
  }

  @Test("a keychain is unlocked after its creation, however its path is spelt")
  func spellings() throws {
    try ShellBench().passes(
      #"""
      for name in x/../y.keychain ./y.keychain "$PWD/new/../y.keychain" "$PWD/new/./y.keychain"; do
        security create-keychain -p x "$name"
        security show-keychain-info "$name" || fail "$name"
        security delete-keychain "$name"
      done
      """#)
  }
}
