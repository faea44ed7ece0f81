// SPDX-License-Identifier: Apache-2.0
import Authentication

/// Hears from fprintd that a finger was enrolled; it is not started for that
/// (spec/access-control.md 3.4 trap 4, 3.5).
final class EnrolmentWatch {
  private static let service = "net.reactivated.Fprint"

  private let tell: SessionWatch.Tell
  private var owner: String?
  private var hasEnrolled = false

  /// - Throws: where the bus is lost.
  init(_ bus: Bus, _ tell: @escaping SessionWatch.Tell) throws(BusError) {
    self.tell = tell
    // fprintd ends when it has nothing to do, and comes again under another unique name.
    try bus.handleOwner(of: Self.service) { [weak self] in self?.owner = $0 }
    try bus.handle(
      "type='signal',interface='\(Self.service).Device',member='EnrollStatus',"
        + "arg0='enroll-completed'"
    ) { [weak self] message in
      guard let self, let owner, message.sender == owner else { return }
      hasEnrolled = true
    }
    owner = try bus.owner(of: Self.service)
  }

  /// Tells what has happened since.
  func handleEvents() {
    guard hasEnrolled else { return }
    hasEnrolled = false
    tell(.fingerEnrolled)
  }
}
