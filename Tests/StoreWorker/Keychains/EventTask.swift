// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SecureMemory
import Security
import TestPatience

/// `events FOLDER KEYCHAIN [blind]`: a program that hears the events of keychains, and prints them.
///
/// A line is `event NUMBER KEYCHAIN ACCOUNT PROCESS`. The process is `own`, or a number. A test
/// makes a file in FOLDER, which the program removes when it has obeyed:
///
/// With `blind` the system refuses descriptors while the function is added, so that the kernel tells
/// nothing of changes.
///
/// - `own` adds an item with the account `own` to KEYCHAIN and deletes it again.
/// - `children` prints what a forked child finds, and the open files of a started program.
/// - `remove` removes the function. `threads` prints the number of threads, and `time` the
///   processor's time of the other threads in microseconds.
/// - `end` ends the program.
enum EventTask {
  /// The processor's time of the main thread since the first command.
  private static let mainThread = Stopwatch(.thread)

  static func run(_ words: [String]) -> Int32 {
    guard words.count >= 2 else { return 2 }
    say("threads \(threads)")
    let added =
      words.contains("blind")
      ? addWithoutDescriptors() : unsafe SecKeychainAddCallback(hear, .everyEventMask, nil)
    guard added == errSecSuccess else { return 1 }
    say("ready")
    var isEnded = false
    Patience.waitOrExit(for: "the end") {
      RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.02))
      for command in ["own", "children", "remove", "threads", "time", "end"] {
        guard unsafe unlink(words[0] + "/" + command) == 0 else { continue }
        isEnded = command == "end"
        obey(command, words[1])
      }
      return isEnded
    }
    return 0
  }

  private static func addWithoutDescriptors() -> OSStatus {
    // The program identifies itself at its first call, for which it reads files.
    var keychain: SecKeychain?
    _ = unsafe SecKeychainCopyDefault(&keychain)
    // The run loop makes its descriptors at its first run.
    RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.05))
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    var lowest = rlimit(rlim_cur: 0, rlim_max: limit.rlim_max)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &lowest)
    defer { unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) }
    return unsafe SecKeychainAddCallback(hear, .everyEventMask, nil)
  }

  private static func obey(_ command: String, _ name: String) {
    switch command {
    case "own": changeOwn(name)
    case "children":
      let child = Fork.call()
      if child == 0 {
        let (status, _) = items(name)
        _exit(status == errSecSuccess ? 0 : 1)
      }
      say("child \(Fork.wait(child))")
      let list = Process()
      list.executableURL = URL(fileURLWithPath: "/bin/ls")
      list.arguments = ["-l", "/proc/self/fd"]
      try? list.run()
      list.waitUntilExit()
      say("listed")
    case "remove": say("removed \(unsafe SecKeychainRemoveCallback(hear))")
    case "threads": say("threads \(threads)")
    case "time":
      say("time \(allThreads() - Int(mainThread.seconds * 1_000_000))")
    default: break
    }
  }

  /// Adds an item, and deletes it.
  private static func changeOwn(_ name: String) {
    var keychain: SecKeychain?
    _ = unsafe SecKeychainOpen(name, &keychain)
    var item: SecKeychainItem?
    let added = unsafe SecKeychainAddGenericPassword(keychain, 1, "s", 3, "own", 1, "x", &item)
    let deleted = item.map { SecKeychainItemDelete($0) } ?? -1
    say("own \(added) \(deleted)")
  }

  private static func items(_ name: String) -> (OSStatus, SecKeychainItem?) {
    var keychain: SecKeychain?
    guard unsafe SecKeychainOpen(name, &keychain) == errSecSuccess else { return (-1, nil) }
    var item: SecKeychainItem?
    let status = unsafe SecKeychainFindGenericPassword(
      keychain, 0, nil, 0, nil, nil, nil, &item)
    return (status, item)
  }

  /// Returns the processor's time of the process in microseconds.
  private static func allThreads() -> Int {
    var usage = rusage()
    unsafe getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    let (user, system) = (usage.ru_utime, usage.ru_stime)
    return (user.tv_sec + system.tv_sec) * 1_000_000 + user.tv_usec + system.tv_usec
  }

  /// The number of threads with the name of the program; Dispatch names its own threads.
  private static var threads: Int {
    let tasks = "/proc/self/task"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    let program = try? String(contentsOfFile: "/proc/self/comm", encoding: .utf8)
    return names.filter { name in
      (try? String(contentsOfFile: "\(tasks)/\(name)/comm", encoding: .utf8)) == program
    }.count
  }

  /// Returns the account of an item, or `gone` for an item that is only an identity.
  fileprivate static func account(of item: SecKeychainItem) -> String {
    var attribute = unsafe SecKeychainAttribute(
      tag: SecItemAttr.accountItemAttr.rawValue, length: 0, data: nil)
    return unsafe withUnsafeMutablePointer(to: &attribute) { attribute in
      var list = unsafe SecKeychainAttributeList(count: 1, attr: attribute)
      guard unsafe SecKeychainItemCopyContent(item, nil, &list, nil, nil) == errSecSuccess else {
        return "gone"
      }
      defer { _ = unsafe SecKeychainItemFreeContent(&list, nil) }
      let bytes = unsafe UnsafeRawBufferPointer(
        start: attribute.pointee.data, count: Int(attribute.pointee.length))
      return unsafe String(decoding: bytes, as: UTF8.self)
    }
  }

  fileprivate static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
  }
}

/// Prints an event.
private func hear(
  _ event: SecKeychainEvent, _ info: UnsafeMutablePointer<SecKeychainCallbackInfo>,
  _ context: UnsafeMutableRawPointer?
) -> OSStatus {
  let info = unsafe info.pointee
  let isNamed = unsafe unsafeBitCast(info.keychain, to: UInt.self) != 0
  let hasItem = unsafe unsafeBitCast(info.item, to: UInt.self) != 0
  var name = "-"
  if isNamed {
    let path = unsafe info.keychain.takeUnretainedValue().description.dropLast()
    name = path.split(separator: "/").last.map(String.init) ?? "?"
  }
  let account = hasItem ? EventTask.account(of: unsafe info.item.takeUnretainedValue()) : "-"
  let process = info.pid == getpid() ? "own" : "\(info.pid)"
  EventTask.say("event \(event.rawValue) \(name) \(account) \(process)")
  return errSecSuccess
}
