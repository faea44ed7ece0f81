// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Takes rights away from this process.
enum Privileges {
  /// Version 3 of capget(2), for the calling process.
  private static let version: UInt32 = 0x2008_0522
  private static let lockMemory: UInt32 = 14  // CAP_IPC_LOCK

  /// Makes the system refuse every mlock(2), also to root.
  ///
  /// Returns false on failure.
  static func refuseLockedMemory() -> Bool {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    guard unsafe setrlimit(__rlimit_resource_t(8), &none) == 0 else { return false }
    typealias Call = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> CInt
    guard let get = unsafe dlsym(nil, "capget"), let set = unsafe dlsym(nil, "capset") else {
      return false
    }
    var header: [UInt32] = [version, 0]
    // Effective, permitted and inheritable sets, for the numbers below 32, then for those above.
    var sets = [UInt32](repeating: 0, count: 6)
    guard unsafe unsafeBitCast(get, to: Call.self)(&header, &sets) == 0 else { return false }
    for place in 0..<3 { sets[place] &= ~(1 << lockMemory) }
    return unsafe unsafeBitCast(set, to: Call.self)(&header, &sets) == 0
  }

  /// Lets a debugger attach that is not an ancestor, if the system restricts that (Yama).
  static func letAnyoneTrace() {
    typealias Call = @convention(c) (CInt, UInt, UInt, UInt, UInt) -> CInt
    guard let control = unsafe dlsym(nil, "prctl") else { return }
    // PR_SET_PTRACER, PR_SET_PTRACER_ANY
    _ = unsafe unsafeBitCast(control, to: Call.self)(0x5961_6D61, UInt.max, 0, 0, 0)
  }
}
