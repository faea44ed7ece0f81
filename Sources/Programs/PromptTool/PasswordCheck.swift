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

/// PAM's questions, answered with one password.
///
/// The copies that PAM takes die with this process.
private final class PasswordConversation {
  private let password: SecretBytes

  init(_ password: SecretBytes) {
    self.password = password
  }

  /// Lends what PAM calls.
  func withCallback<R>(_ body: (pam_conv) -> R) -> R {
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    defer { withExtendedLifetime(self) {} }
    return unsafe body(pam_conv(conv: Self.converse, appdata_ptr: this))
  }

  private static let converse:
    @convention(c) (
      Int32, UnsafeMutablePointer<UnsafePointer<pam_message>?>?,
      UnsafeMutablePointer<UnsafeMutablePointer<pam_response>?>?, UnsafeMutableRawPointer?
    ) -> Int32 = { count, messages, answers, this in
      guard count > 0, count <= PAM_MAX_NUM_MSG, let messages = unsafe messages,
        let answers = unsafe answers, let this = unsafe this
      else { return PAM_CONV_ERR }
      return unsafe Unmanaged<PasswordConversation>.fromOpaque(this).takeUnretainedValue()
        .answer(UnsafeBufferPointer(start: messages, count: Int(count)), into: answers)
    }

  /// PAM frees the answers; it gets none at all where it asks for anything but the password.
  private func answer(
    _ messages: UnsafeBufferPointer<UnsafePointer<pam_message>?>,
    into answers: UnsafeMutablePointer<UnsafeMutablePointer<pam_response>?>
  ) -> Int32 {
    let size = unsafe MemoryLayout<pam_response>.stride
    guard let memory = unsafe calloc(messages.count, size) else { return PAM_BUF_ERR }
    let made = unsafe memory.bindMemory(to: pam_response.self, capacity: messages.count)
    for index in messages.indices {
      switch unsafe messages[index]?.pointee.msg_style {
      case PAM_PROMPT_ECHO_OFF: unsafe made[index].resp = copy()
      case PAM_TEXT_INFO, PAM_ERROR_MSG: continue
      default:
        for place in messages.indices { unsafe free(made[place].resp) }
        unsafe free(memory)
        return PAM_CONV_ERR
      }
    }
    unsafe answers.pointee = unsafe made
    return PAM_SUCCESS
  }

  private func copy() -> UnsafeMutablePointer<CChar>? {
    guard let copy = unsafe calloc(password.count + 1, 1) else { return nil }
    unsafe password.withUnsafeBytes { bytes in
      unsafe copy.copyMemory(
        from: bytes.baseAddress ?? UnsafeRawPointer(copy), byteCount: bytes.count)
    }
    return unsafe copy.assumingMemoryBound(to: CChar.self)
  }
}
