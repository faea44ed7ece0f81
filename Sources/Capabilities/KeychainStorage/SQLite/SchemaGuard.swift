// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

/// Has a connection compile the statements of this program and no others.
///
/// SQLite compiles a kept statement anew by itself once the schema in the file has changed, and it
/// would obey what somebody has written there meanwhile. It asks an authorizer for each statement
/// that it compiles; this one refuses where nobody here has asked for it, so that the statement
/// fails before it does anything.
@safe
final class SchemaGuard {
  private var isAdmitting = false

  func install(on handle: OpaquePointer) {
    let own = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe sqlite3_set_authorizer(
      handle,
      { own, _, _, _, _, _ in
        guard let own = unsafe own else { return SQLITE_DENY }
        let guardian = unsafe Unmanaged<SchemaGuard>.fromOpaque(own).takeUnretainedValue()
        return guardian.isAdmitting ? SQLITE_OK : SQLITE_DENY
      }, own)
  }

  /// Runs what compiles statements of ours.
  func admitting<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    let was = isAdmitting
    isAdmitting = true
    defer { isAdmitting = was }
    return try body()
  }
}
