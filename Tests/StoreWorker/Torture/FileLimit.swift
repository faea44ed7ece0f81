// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainEngine
import KeychainTypes
import SecureMemory

/// `StoreWorker file-limit STORE BYTES`: a process whose files may have at most BYTES bytes
/// (`RLIMIT_FSIZE`).
///
/// Calls answer that the disk is full, and work again when the limit is removed.
enum FileLimit {
  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count == 2, let bytes = UInt(arguments[1]) else { return 2 }
    // The limit must appear as an error, and not end the process.
    signal(SIGXFSZ, SIG_IGN)
    do throws(KeychainError) {
      return try play(StoreLocation(directory: arguments[0]), bytes)
    } catch {
      print("status \(error.code.rawValue): \(error)")
      return 1
    }
  }

  private static func play(_ location: StoreLocation, _ bytes: UInt) throws(KeychainError) -> Int32
  {
    let session = try Engine.open(location).session(as: TortureItems.caller)
    let items = TortureItems(writer: 0)
    limit(bytes)
    var added: [String: String] = [:]
    var refusal: KeychainError?
    while refusal == nil, added.count < 1_000 {
      let name = "genp/a\(added.count)"
      do throws(KeychainError) {
        _ = try session.add(items.new(name, "1:900;limited"))
        added[name] = "1:900;limited"
      } catch {
        refusal = error
      }
    }
    let seen = try items.read(session)
    limit(nil)
    _ = try session.add(items.new("genp/alast", "2:0;free"))
    added["genp/alast"] = "2:0;free"
    let after = try items.read(session)
    let isClean = try session.check().isClean
    print("\(refusal?.code.rawValue ?? 0) after \(seen.count) items")
    return refusal?.code == .diskFull && seen.count + 1 == added.count && after == added && isClean
      ? 0 : 1
  }

  private static func limit(_ bytes: UInt?) {
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = bytes ?? limit.rlim_max
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  }
}
