// SPDX-License-Identifier: Apache-2.0

/// One thread of `many`: seeded calls on its own items and on shared items.
///
/// The accounts are `own P.T.k` for this thread only, and three that all threads use. `shared k` is
/// set, `counter k` is raised by a conditional update, and `once k` is added and removed.
struct ManyThread {
  private let name: String
  private let calls: ManyCalls
  private var state: UInt64
  private var own: [String?] = Array(repeating: nil, count: 4)
  private var step = 0
  private(set) var records: [ManyRecord] = []

  init(process: Int, thread: Int, seed: UInt64, calls: ManyCalls) {
    name = "\(process).\(thread)"
    self.calls = calls
    state = seed &+ UInt64(process * 1_000 + thread + 1) &* 0x9E37_79B9_7F4A_7C15
  }

  mutating func run(until end: Int64) {
    // All threads begin together, on a store that does not exist yet.
    for kind in ["shared", "counter"] {
      for number in 0..<3 { add("\(kind) \(number)", kind == "counter" ? "0" : "start \(name)") }
    }
    while ManyRecord.now() < end {
      step += 1
      switch random(10) {
      case 0..<4: workAlone(random(own.count))
      case 4: set("shared \(random(3))")
      case 5: read("shared \(random(3))")
      case 6..<8: raise("counter \(random(3))")
      case 8: add("once \(random(3))", "\(name) \(step)")
      default: remove("once \(random(3))")
      }
    }
    for number in own.indices {
      records.append(ManyRecord(.final, "own \(name).\(number)", own[number]))
    }
  }

  /// Works on an item that only this thread uses, so that every status and value is known in
  /// advance.
  private mutating func workAlone(_ number: Int) {
    let account = "own \(name).\(number)"
    let value = "\(name) \(step)"
    switch random(4) {
    case 0:
      let status = add(account, value)
      if status == 0 { own[number] = value }
    case 1:
      let status = record(.update, account, value) { $0.update(account, nil, value) }
      if status == 0 { own[number] = value }
    case 2:
      let status = remove(account)
      if status == 0 { own[number] = nil }
    default: read(account)
    }
  }

  private mutating func set(_ account: String) {
    let value = "\(name) \(step)"
    record(.update, account, value) { $0.update(account, nil, value) }
  }

  private mutating func raise(_ account: String) {
    let found = read(account)
    guard let value = found.value, let number = Int(value) else { return }
    // The update succeeds only if the value is unchanged. Otherwise the item is not found.
    record(.update, account, "\(number + 1)") { $0.update(account, value, "\(number + 1)") }
  }

  @discardableResult
  private mutating func add(_ account: String, _ value: String) -> Int32 {
    record(.add, account, value) { $0.add(account, value) }
  }

  @discardableResult
  private mutating func remove(_ account: String) -> Int32 {
    record(.remove, account, nil) { $0.remove(account) }
  }

  @discardableResult
  private mutating func read(_ account: String) -> (status: Int32, value: String?) {
    let began = ManyRecord.now()
    let found = calls.read(account)
    records.append(
      ManyRecord(
        .read, account, found.value, status: found.status, began: began, ended: ManyRecord.now()))
    return found
  }

  @discardableResult
  private mutating func record(
    _ act: ManyRecord.Act, _ account: String, _ value: String?, _ body: (ManyCalls) -> Int32
  ) -> Int32 {
    let began = ManyRecord.now()
    let status = body(calls)
    records.append(
      ManyRecord(act, account, value, status: status, began: began, ended: ManyRecord.now()))
    return status
  }

  /// SplitMix64.
  private mutating func random(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
