// SPDX-License-Identifier: Apache-2.0
import CLatchkeySystemd

/// What is done with a signal.
final class SignalHandler {
  private let body: (BusMessage) -> Void

  init(_ body: @escaping (BusMessage) -> Void) {
    self.body = body
  }

  static let take: sd_bus_message_handler_t = { message, this, _ in
    guard let message = unsafe message, let this = unsafe this else { return 0 }
    let handler = unsafe Unmanaged<SignalHandler>.fromOpaque(this).takeUnretainedValue()
    unsafe handler.body(BusMessage(message))
    return 0
  }
}
