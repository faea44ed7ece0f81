// SPDX-License-Identifier: Apache-2.0
import Authentication
import CLatchkeyPAM
import Glibc
import SecureMemory

/// Asks PAM to verify the password of the account that runs this program
/// (Specification/access-control.md, "The passcode on Linux").
///
/// Without special rights, `pam_unix` can check the password of this account only. If the password
/// is wrong, PAM delays the verdict by some seconds. The program that started this process ends the
/// process if it does not want to wait.
struct PasswordCheck {
  /// The directory in which PAM looks for service files; nil for the system's directories.
  let directory: String?

  func check(_ password: SecretBytes) -> PasswordVerdict {
    // Without Latchkey's service file, PAM would use its rules for unknown services.
    guard PasswordService.isThere(in: directory) else { return .noService }
    // PAM takes C strings, which would end at a zero byte.
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

  /// Translates a status of PAM into a verdict, by the table of Specification/system-libraries.md,
  /// "PAM, measured".
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

/// Gives PAM the password that the user typed, each time PAM asks for a password.
///
/// PAM makes copies of the password, which disappear when this process ends.
private final class PasswordConversation {
  private let password: SecretBytes

  init(_ password: SecretBytes) {
    self.password = password
  }

  /// Calls `body` with the C structure `pam_conv`, through which PAM calls this object.
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

  /// Answers the messages of PAM, and returns a status of PAM.
  ///
  /// PAM frees the answers. If PAM asks for anything other than the password, it gets no answers,
  /// and the status is `PAM_CONV_ERR`.
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
