// SPDX-License-Identifier: Apache-2.0
import CLatchkeySystemd

/// A call on its way.
final class PendingCall {
  private(set) var reply: BusMessage?
  private let onReply: (() -> Void)?

  init(onReply: (() -> Void)?) {
    self.onReply = onReply
  }

  static let take: sd_bus_message_handler_t = { message, this, _ in
    guard let message = unsafe message, let this = unsafe this else { return 0 }
    let call = unsafe Unmanaged<PendingCall>.fromOpaque(this).takeUnretainedValue()
    call.reply = unsafe BusMessage(message)
    call.onReply?()
    return 1
  }
}
