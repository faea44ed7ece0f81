// SPDX-License-Identifier: Apache-2.0
import Authentication
import KeychainTypes

/// `lock-store --follow-session`: locks the store with the user's screen, in the foreground
/// (spec/access-control.md 3.2).
enum FollowSession {
  /// Runs until the process is ended.
  static func run(_ options: OptionReader, _ invocation: Invocation) throws(Stop) -> Int32 {
    let terminal = invocation.terminal
    guard let following = invocation.store.following() else {
      terminal.complain("lock-store: there is no latchkey-prompt, which listens to the session")
      terminal.complain("looked for at \(HelperPlaces.all.joined(separator: ", "))")
      for place in HelperPlaces.exposed {
        terminal.complain(
          "\(place) is not used: others than root and this user may change it or its directory")
      }
      terminal.complain(
        "install it, or set LATCHKEY_PROMPT_HELPER to its path, which is then the only place")
      return 1
    }
    let all = options.contains(.long("all"))
    do throws(KeychainError) {
      try invocation.store.requireStore()
      try following.requirePasscode()
    } catch {
      return Refusal.report(error, of: "lock-store", in: invocation)
    }
    // What was said last of why nothing is followed.
    var trouble: SessionFollower.Event?
    following.follower.run(cancellation: Cancellation()) { event in
      do throws(KeychainError) {
        switch event {
        case .following:
          trouble = nil
          terminal.output("following\n")
        case .unreachable, .helperEnded:
          guard trouble != event else { return }
          trouble = event
          terminal.complain(
            event == .unreachable
              ? "lock-store: no bus can be reached: nothing is followed until one can"
              : "lock-store: latchkey-prompt ended before it followed the session: nothing is "
                + "locked with the screen until it does; it is started again and again")
        case .action(.nothing): return
        case .action(.lock(let everything)):
          if try following.lock(all || everything) { terminal.output("locked\n") }
        case .action(.unlocked): terminal.output("the screen is open; the store stays locked\n")
        case .fingerEnrolled:
          try following.renewFingers()
          terminal.output("a finger was enrolled\n")
        }
      } catch {
        _ = Refusal.report(error, of: "lock-store", in: invocation)
      }
      terminal.flush()
    }
    return 0
  }
}
