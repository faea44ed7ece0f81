// SPDX-License-Identifier: Apache-2.0
import Authentication

/// What the screen savers of the session bus say; none is started for that.
final class ScreenSaverWatch {
  /// Their names, each with where its object is.
  private static let places = [
    "org.gnome.ScreenSaver": "/org/gnome/ScreenSaver",
    "org.freedesktop.ScreenSaver": "/org/freedesktop/ScreenSaver",
  ]

  private enum Event {
    case changed(name: String, sender: String?, isActive: Bool)
    case owned(name: String, by: String?)
  }

  private let bus: Bus
  private let tell: SessionWatch.Tell
  private var events: [Event] = []
  /// Who has each name.
  private var owners: [String: String] = [:]

  /// - Throws: where the bus is lost.
  init(_ bus: Bus, _ tell: @escaping SessionWatch.Tell) throws(BusError) {
    self.bus = bus
    self.tell = tell
    for name in Self.places.keys.sorted() {
      try bus.handleOwner(of: name) { [weak self] owner in
        self?.events.append(.owned(name: name, by: owner))
      }
      try bus.handle("type='signal',interface='\(name)',member='ActiveChanged'") {
        [weak self] message in
        guard let isActive = try? message.flag() else { return }
        self?.events.append(.changed(name: name, sender: message.sender, isActive: isActive))
      }
    }
  }

  /// Tells how things are.
  func begin() throws(BusError) {
    for name in Self.places.keys.sorted() {
      if let owner = try bus.owner(of: name) { look(at: name, owner) }
    }
  }

  /// Tells what has happened since.
  func handleEvents() throws(BusError) {
    while !events.isEmpty {
      switch events.removeFirst() {
      case .changed(let name, let sender, let isActive):
        // Who does not have the name is not the screen saver.
        guard let owner = owners[name], sender == owner else { continue }
        tell(.source(.screenSaver(name), isLocked: isActive))
      case .owned(let name, let owner?): look(at: name, owner)
      case .owned(let name, nil):
        if owners.removeValue(forKey: name) != nil { tell(.lost(.screenSaver(name))) }
      }
    }
  }

  private func look(at name: String, _ owner: String) {
    owners[name] = owner
    let method = BusMethod(
      destination: owner, path: Self.places[name] ?? "/", interface: name, member: "GetActive")
    guard let isActive = try? bus.call(method).flag() else { return }
    tell(.source(.screenSaver(name), isLocked: isActive))
  }
}
