// SPDX-License-Identifier: Apache-2.0
import Authentication
import CLatchkeyPAM
import Glibc
import SecureMemory

/// Asks PAM about the password of the account that runs this program (spec/access-control.md 3.1).
///
/// `pam_unix` can do that without rights of its own, for that account only. A wrong password takes
/// some seconds, for which this blocks; who does not want to wait ends the process.
struct PasswordCheck {
  /// Where service files are; nil for the system's places.
  let directory: String?

  func check(_ password: SecretBytes) -> PasswordVerdict {
    // Without a file of ours PAM would use the stack for unknown services.
    guard PasswordService.isThere(in: directory) else { return .noService }
    // PAM's answers are texts of C, and would end there.
    guard !password.withBytes({ bytes in bytes.indices.contains { bytes[$0] == 0 } }) else {
      return .wrong
    }
    guard let user = Self.userName() else { return .unavailable }
    let conversation = PasswordConversation(password)
    return unsafe conversation.withCallback { callback in
      var handle: OpaquePointer?
      var callback = unsafe callback
      let started = unsafe pam_start_confdir(
        PasswordService.name, user, &callback, directory, &handle)
      guard started == PAM_SUCCESS, let handle = unsafe handle else { return .unavailable }
      let flags = Int32(bitPattern: UInt32(PAM_SILENT) | UInt32(PAM_DISALLOW_NULL_AUTHTOK))
      var status = unsafe pam_authenticate(handle, flags)
      if status == PAM_SUCCESS { status = unsafe pam_acct_mgmt(handle, flags) }
      unsafe pam_end(handle, status)
      return Self.verdict(status)
    }
  }

  /// The table of spec/system-libraries.md 5.
  private static func verdict(_ status: Int32) -> PasswordVerdict {
    switch status {
    case PAM_SUCCESS: .right
    case PAM_AUTH_ERR, PAM_USER_UNKNOWN: .wrong
    case PAM_CRED_INSUFFICIENT, PAM_MAXTRIES, PAM_NEW_AUTHTOK_REQD, PAM_ACCT_EXPIRED,
      PAM_AUTHTOK_EXPIRED, PAM_PERM_DENIED:
      .refused
    default: .unavailable
    }
  }

  private static func userName() -> String? {
    guard let entry = unsafe getpwuid(getuid()), let name = unsafe entry.pointee.pw_name else {
      return nil
    }
    return unsafe String(cString: name)
  }
}
