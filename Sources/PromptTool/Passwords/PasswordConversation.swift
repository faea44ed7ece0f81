// SPDX-License-Identifier: Apache-2.0
import CLatchkeyPAM
import Glibc
import SecureMemory

/// PAM's questions, answered with one password.
///
/// The copies that PAM takes die with this process.
final class PasswordConversation {
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
