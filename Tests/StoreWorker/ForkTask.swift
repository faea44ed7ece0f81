// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Foundation
import Glibc
import KeychainEngine
import KeychainTypes
import SecureMemory
import Security
import TestPatience

/// `fork CASE [NUMBER]`: forks in every state of the process, on the store of LATCHKEY_HOME.
///
/// Returns 0 if every check passed. An alarm ends each child that hangs.
enum ForkTask {
  static func run(_ arguments: [String]) -> Int32 {
    // The parent process may have blocked the alarm that ends a child.
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    unsafe sigprocmask(SIG_UNBLOCK, &signals, nil)
    return switch arguments.first {
    case "idle": idle()
    case "busy": busy(rounds: Int(arguments.dropFirst().first ?? "") ?? 20)
    case "first-use": firstUse(after: UInt32(arguments.dropFirst().first ?? "") ?? 0)
    case "ending": ending()
    case "holding": holding()
    case "keys": ForkedKeys.run(rounds: Int(arguments.dropFirst().first ?? "") ?? 20)
    case "in-call": inCall()
    case "asking": ForkedPrompt.run()
    case "long-call": longCall()
    case "grandchild": grandchild()
    case "rotating": rotating(rounds: Int(arguments.dropFirst().first ?? "") ?? 20)
    case "past-the-library": child({ Items.find("absent") }, through: "_Fork") - 10
    default: 2
    }
  }

  /// The exit status of a child whose call was refused with -25291.
  ///
  /// It differs from 0 and from the status for -25300.
  static let refused: Int32 = 10

  /// Forks a child that works on.
  ///
  /// The parent closes the store before the child does, and no change of the child is lost.
  private static func idle() -> Int32 {
    guard Items.add("parent") == 0 else { return 11 }
    var pipes: [Int32] = [0, 0]
    guard unsafe pipe(&pipes) == 0 else { return 12 }
    let ends = pipes
    let process = Fork.call()
    if process == 0 {
      alarm(200)
      guard Items.find("parent") == 0, Items.add("child 1") == 0 else { _exit(1) }
      var byte: UInt8 = 0
      // The parent has closed the store.
      guard unsafe read(ends[0], &byte, 1) == 1, Items.add("child 2") == 0 else { _exit(2) }
      _exit(Items.find("child 1") == 0 ? 0 : 3)
    }
    Patience.waitOrExit(for: "the child's item") { Items.find("child 1") == 0 }
    guard Items.add("parent 2") == 0 else { return 13 }
    EmbeddedEngine.close()
    var byte: UInt8 = 1
    _ = unsafe write(ends[1], &byte, 1)
    let status = Fork.wait(process)
    guard status == 0 else { return 20 + status }
    let names = ["parent", "parent 2", "child 1", "child 2"]
    guard names.allSatisfy({ Items.find($0) == 0 }) else { return 14 }
    return Items.isClean() ? 0 : 15
  }

  /// Forks children while other threads read and write without a pause.
  private static func busy(rounds: Int) -> Int32 {
    guard Items.add("parent") == 0 else { return 11 }
    let failures = Lock(0)
    let isOver = Lock(false)
    let threads = (0..<6).map { number in
      Threads.start {
        var step = 0
        while !isOver.withLock({ $0 }) {
          step += 1
          let name = "thread \(number) \(step % 8)"
          let answers = [
            Items.add(name), Items.find(name), Items.find("parent"), Items.remove(name),
          ]
          if answers != [0, 0, 0, 0] { failures.withLock { $0 += 1 } }
        }
      }
    }
    var answers: [Int32] = []
    for round in 0..<rounds {
      answers.append(
        child({
          let name = "child \(round)"
          let answer = Items.add(name)
          return answer == 0 ? Items.find(name) : answer
        }))
    }
    isOver.withLock { $0 = true }
    for thread in threads { Threads.join(thread) }
    for round in 0..<rounds where Items.find("child \(round)") != 0 { answers.append(12) }
    let isWrong = failures.withLock { $0 > 0 }
    guard !isWrong, answers.allSatisfy({ $0 == 0 }) else {
      print("failures of threads \(failures.withLock { $0 }), children \(answers)")
      return 13
    }
    return Items.isClean() ? 0 : 15
  }

  /// Forks children while another thread rotates the keys again and again.
  private static func rotating(rounds: Int) -> Int32 {
    guard Items.add("parent") == 0 else { return 11 }
    let failures = Lock(0)
    let isOver = Lock(false)
    let thread = Threads.start {
      while !isOver.withLock({ $0 }) {
        if (try? EmbeddedEngine.session(in: .dataProtection).rotateKeys()) == nil {
          failures.withLock { $0 += 1 }
        }
      }
    }
    var answers: [Int32] = []
    for round in 0..<rounds {
      Patience.pause(.microseconds(round % 5 * 700))
      answers.append(
        child({
          let answer = Items.add("child \(round)")
          return answer == 0 ? Items.find("parent") : answer
        }))
    }
    isOver.withLock { $0 = true }
    Threads.join(thread)
    for round in 0..<rounds where Items.find("child \(round)") != 0 { answers.append(12) }
    guard failures.withLock({ $0 }) == 0, answers.allSatisfy({ $0 == 0 }) else {
      print("failures of rotations \(failures.withLock { $0 }), children \(answers)")
      return 13
    }
    return Items.isClean() ? 0 : 15
  }

  /// The progress of the destructor in `ending`: 1 when it begins, 2 when it ends.
  private static let endStep = Lock(0)

  /// Forks a child while a thread that has made a call is ending.
  ///
  /// At that moment libraries free the thread's state, libcrypto under a lock. A thread-specific
  /// key stands for libcrypto's state here. It is made after the key of this library, as
  /// libcrypto's is.
  private static func ending() -> Int32 {
    var key = pthread_key_t()
    let made = unsafe pthread_key_create(&key) { _ in
      ForkTask.endStep.withLock { $0 = 1 }
      Patience.pause(.milliseconds(300))
      ForkTask.endStep.withLock { $0 = 2 }
    }
    guard made == 0, Items.add("parent") == 0 else { return 11 }
    let ofLibrary = key
    let thread = Threads.start {
      unsafe pthread_setspecific(ofLibrary, UnsafeRawPointer(bitPattern: 1))
      _ = Items.find("parent")
    }
    Patience.waitOrExit(for: "the thread's end to begin") { endStep.withLock { $0 } != 0 }
    let status = child { endStep.withLock({ $0 }) == 2 ? Items.find("parent") : 1 }
    Threads.join(thread)
    return status == 0 && Items.find("parent") == 0 ? 0 : 20 + status
  }

  /// Forks in a thread that holds a lock that forks take, in a call and outside.
  ///
  /// A signal handler does so if it interrupts the thread there. The child is refused, and the
  /// parent does not deadlock.
  private static func holding() -> Int32 {
    guard Items.add("parent") == 0 else { return 11 }
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    guard unsafe latchkey_fork_takes(mutex) == 0 else { return 12 }
    alarm(200)
    for isInCall in [true, false] {
      unsafe pthread_mutex_lock(mutex)
      guard !isInCall || ForkBarrier.begin() else { return 13 }
      let status = child { Items.find("parent") }
      if isInCall { ForkBarrier.end() }
      unsafe pthread_mutex_unlock(mutex)
      guard status == refused, Items.find("parent") == 0 else { return 20 + status }
    }
    let status = child { Items.find("parent") }
    return status == 0 ? 0 : 40 + status
  }

  /// Forks a child a number of microseconds after another thread has begun the first call.
  private static func firstUse(after delay: UInt32) -> Int32 {
    // The program makes the arguments itself. The locks of Swift's runtime during that time are not
    // under test.
    Items.makeArguments()
    let answer = Lock<Int32>(-1)
    let thread = Threads.start {
      let status = Items.add("first")
      answer.withLock { $0 = status }
    }
    Patience.pause(.microseconds(Int(delay)))
    let status = child { Items.add("child") }
    Threads.join(thread)
    guard answer.withLock({ $0 }) == 0 else { return 11 }
    guard status == 0, Items.find("child") == 0 else { return 20 + status }
    return Items.isClean() ? 0 : 15
  }

  /// Forks in the thread that is inside a call: the child is refused, and the parent goes on.
  private static func inCall() -> Int32 {
    let statuses = Lock<[Int32]>([])
    guard
      let engine = Items.engine(notify: { _ in
        let status = child { Items.find("anything") }
        statuses.withLock { $0.append(status) }
      }), Items.add("one", in: engine) == 0, Items.add("two") == 0
    else { return 11 }
    return statuses.withLock({ $0 }) == [refused] ? 0 : 12
  }

  /// Forks during a long call.
  ///
  /// The fork waits for a limited time only, and the child is refused.
  private static func longCall() -> Int32 {
    let isIn = Lock(false)
    let isOver = Lock(false)
    guard
      let engine = Items.engine(notify: { _ in
        isIn.withLock { $0 = true }
        Patience.waitOrExit(for: "the fork to be over") { isOver.withLock { $0 } }
      })
    else { return 11 }
    let thread = Threads.start { _ = Items.add("one", in: engine) }
    Patience.waitOrExit(for: "the call to begin") { isIn.withLock { $0 } }
    let stopwatch = Stopwatch()
    let status = child {
      let stopwatch = Stopwatch()
      let status = Items.find("one")
      // The refusal comes at once, and also in children of the child: a fork that waits does so for
      // 2 s.
      let inner = child { Items.find("one") }
      return stopwatch.elapsed < .milliseconds(1_900) && inner == refused ? status : 30
    }
    let waited = stopwatch.elapsed
    isOver.withLock { $0 = true }
    Threads.join(thread)
    guard status == refused, waited < Patience.soon * 2 else { return 12 }
    return Items.find("one") == 0 && Items.add("two") == 0 ? 0 : 13
  }

  /// Forks a child and a grandchild.
  ///
  /// All three processes work, each with an engine of its own.
  private static func grandchild() -> Int32 {
    guard Items.add("parent") == 0 else { return 11 }
    let status = child {
      guard Items.add("child") == 0 else { return 1 }
      let status = child {
        guard Items.find("parent") == 0, Items.find("child") == 0 else { return 1 }
        return Items.add("grandchild")
      }
      EmbeddedEngine.close()
      return status == 0 ? Items.find("grandchild") : status
    }
    guard status == 0, Items.find("grandchild") == 0, Items.add("last") == 0 else {
      return 20 + status
    }
    return Items.isClean() ? 0 : 15
  }

  /// Runs `body` in a child and returns its exit status.
  ///
  /// The status is 0 for success, `refused` for -25291, another number for other errors, and 99 or
  /// more if a signal ended the child.
  static func child(_ body: () -> Int32, through name: String = "fork") -> Int32 {
    let process = Fork.call(name)
    if process == 0 {
      alarm(200)
      let status = body()
      _exit(status == errSecNotAvailable ? refused : status == 0 ? 0 : max(1, status & 0x7F))
    }
    return Fork.wait(process)
  }
}
