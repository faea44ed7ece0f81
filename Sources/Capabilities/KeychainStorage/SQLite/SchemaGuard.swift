// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

/// Prevents a connection from preparing statements that this program did not ask for.
///
/// If another program changes the schema in the file, SQLite itself prepares a kept statement
/// again. The statement would then do whatever the other program wrote into the schema. SQLite asks
/// an authorizer before it prepares a statement. This authorizer refuses unless this program has
/// asked for the statement, so the kept statement fails before it has an effect.
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

  /// Runs `body`, and allows SQLite to prepare statements during this time.
  func admitting<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    let was = isAdmitting
    isAdmitting = true
    defer { isAdmitting = was }
    return try body()
  }
}
