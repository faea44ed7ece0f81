// SPDX-License-Identifier: Apache-2.0

/// Events of the sensor, the enrolled fingers or faces, and the companions: paired devices, such as
/// a watch (Specification/access-control.md, "Events of the device").
extension DeviceState {
  mutating func enrol(_ name: String) throws(ImpossibleEvent) {
    try requireUnlocked()
    try require(sensor != .none, "the device has no sensor")
    try require(sensorIsUsable, "the sensor cannot be used now")
    try require(passcode != nil, "enrolling needs a passcode")
    try require(!enrolment.names.contains(name), "\(name) is enrolled already")
    try require(
      enrolment.names.count < sensor.capacity, "the sensor takes at most \(sensor.capacity)")
    write(enrolment: enrolment.names.union([name]))
  }

  mutating func removeEnrolments(_ names: Set<String>) throws(ImpossibleEvent) {
    try require(isOn, "the device is off")
    try require(!names.isEmpty, "no finger, face or eye is enrolled")
    for name in names.sorted() {
      try require(enrolment.names.contains(name), "\(name) is not enrolled")
    }
    write(enrolment: enrolment.names.subtracting(names))
    if enrolment.names.isEmpty { biometryResets += 1 }
  }

  mutating func setSensor(_ new: Sensor) {
    guard sensor != new else { return }
    sensor = new
    write(enrolment: [])
  }

  mutating func failBiometry(times: Int) throws(ImpossibleEvent) {
    try require(times >= 0, "the number of failed matches cannot be negative")
    try require(isBiometryReady, "biometry is not ready")
    for _ in 0..<min(times, Self.lockout) where !isLockedOut { fail() }
  }

  mutating func presentBiometry(_ name: String) throws(ImpossibleEvent) -> Accepted {
    try requireUnlocked()
    try require(isBiometryReady, "biometry is not ready")
    return match(name)
  }

  mutating func refuseBiometry(_ isRefused: Bool, for app: String) throws(ImpossibleEvent) {
    try require(
      [.face, .optic].contains(sensor), "only the face and eye sensors ask for permission")
    try require(apps[app]?.isInstalled == true, "\(app) is not installed")
    if isRefused { biometryRefused.insert(app) } else { biometryRefused.remove(app) }
  }

  mutating func pair(_ companion: Companion) {
    guard companions[companion] == nil else { return }
    companions[companion] = Pairing(generation: random.sixteenBytes())
  }

  mutating func unpair(_ companion: Companion) throws(ImpossibleEvent) {
    try require(companions[companion] != nil, "no \(companion.rawValue) is paired")
    companions[companion] = nil
  }

  mutating func setReach(of companion: Companion, _ inReach: Bool) throws(ImpossibleEvent) {
    try require(companions[companion] != nil, "no \(companion.rawValue) is paired")
    companions[companion]?.isInReach = inReach
  }

  /// Replaces the names of the enrolled fingers or faces, and draws a new marker (`generation`) of
  /// the enrolment.
  mutating func write(enrolment names: Set<String>) {
    enrolment = Enrolment(names: names, generation: random.sixteenBytes())
    if names.isEmpty { biometryFailures = 0 }
    reusableUnlock = nil
  }

  /// Presents a finger or face to the sensor, which compares it with the enrolled fingers or faces.
  ///
  /// - Returns: False if the finger or face is not enrolled. The failed try is then counted in
  ///   `biometryFailures`.
  mutating func match(_ name: String) -> Accepted {
    guard enrolment.names.contains(name) else {
      fail()
      return false
    }
    biometryFailures = 0
    return true
  }

  private mutating func fail() {
    biometryFailures += 1
    if isLockedOut { reusableUnlock = nil }
  }
}
