// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory
import Security

/// `memory ITEMS READS [unlocked] [data]`: a client that stores, changes and reads many secrets,
/// releases all results except one, and waits to be dumped.
///
/// It prints one line of words `name=number` when it waits, and ends when its input ends. With
/// `unlocked` the system refuses to lock memory. With `data` results are read as `Data`, of which
/// Foundation on Linux makes copies that it does not wipe.
///
/// Secrets have every size that memory treats in a way of its own. The number of a secret is its
/// item's number, plus 2^32 from its second version on.
struct MemoryTask {
  /// The item whose secret is still held at the end.
  static let kept = 3
  /// The item that is read last, and released.
  private static let last = 9
  private static let service = "memory"
  private static let sizes = [12, 32, 100, 300, 1000, 5000]

  let items: Int
  let reads: Int
  let asData: Bool
  private var wrong = 0

  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count >= 2, let items = Int(arguments[0]), let reads = Int(arguments[1]) else {
      return 2
    }
    if arguments.contains("unlocked"), !Privileges.refuseLockedMemory() { return 3 }
    Privileges.letAnyoneTrace()
    var task = MemoryTask(items: items, reads: reads, asData: arguments.contains("data"))
    task.run()
    return 0
  }

  init(items: Int, reads: Int, asData: Bool) {
    self.items = items
    self.reads = reads
    self.asData = asData
  }

  private mutating func run() {
    for item in 0..<items { store(item) }
    for item in stride(from: 0, to: items, by: 5) { change(item) }
    for round in 0..<items { read(round) }
    readAll()
    let first = ResidentSize.now()
    let held = copy(query(Self.kept, [kSecReturnData])) as? NSData
    for round in 0..<reads { read(round) }
    let last = ResidentSize.now()
    // The last result is not the held one, so that leftovers in registers and on the stack show.
    readOne(Self.last)
    let isHeld = held.map { MarkedSecret.isWhole($0, number(Self.kept), count: size(Self.kept)) }
    print(
      "wrong=\(wrong) held=\(isHeld == true ? 1 : 0) first=\(first.now) last=\(last.now)",
      "peak=\(last.peak) weakness=\(SecretBytes.memoryWeakness.rawValue)")
    fflush(nil)
    var byte: UInt8 = 0
    while unsafe Glibc.read(0, &byte, 1) > 0 {}
    withExtendedLifetime(held) {}
  }

  private func size(_ item: Int) -> Int {
    switch item {
    case 10: 70_000
    // More than the system allows to be locked in total.
    case 11: 1_200_000
    default: Self.sizes[item % Self.sizes.count]
    }
  }

  private func number(_ item: Int) -> UInt64 {
    UInt64(item) | (item % 5 == 0 ? 1 << 32 : 0)
  }

  private mutating func store(_ item: Int) {
    let attributes = query(item, [])
    attributes[kSecValueData] = MarkedSecret.make(UInt64(item), count: size(item))
    if SecItemAdd(attributes, nil) != errSecSuccess { wrong += 1 }
  }

  private mutating func change(_ item: Int) {
    let changes = NSMutableDictionary()
    changes[kSecValueData] = MarkedSecret.make(number(item), count: size(item))
    if SecItemUpdate(query(item, []), changes) != errSecSuccess { wrong += 1 }
  }

  /// Reads in different ways in turn, and the large secrets only occasionally.
  private mutating func read(_ round: Int) {
    if round % 1000 == 999 { return readAll() }
    let item = round % items
    guard size(item) < 10_000 || round < 2 * items else { return }
    if round % 2 == 0 { readOne(item) } else { readWithAttributes(item) }
  }

  private mutating func readOne(_ item: Int) {
    let result = copy(query(item, [kSecReturnData])) as? NSData
    let isRight = result.map { MarkedSecret.isWhole($0, number(item), count: size(item)) }
    if isRight != true { wrong += 1 }
  }

  private mutating func readWithAttributes(_ item: Int) {
    let result = copy(query(item, [kSecReturnData, kSecReturnAttributes])) as? NSDictionary
    var isRight: Bool?
    if asData {
      // Reads as most Swift programs do.
      let data = (result as? [String: Any])?[kSecValueData as String] as? Data
      isRight = data.map { MarkedSecret.isWhole($0, number(item), count: size(item)) }
    } else {
      // Subscripts and casts to a Swift dictionary would make Swift values, which are copies.
      let data = result?.allValues.compactMap { $0 as? NSData }.first { $0.length == size(item) }
      isRight = data.map { MarkedSecret.isWhole($0, number(item), count: size(item)) }
    }
    if isRight != true { wrong += 1 }
  }

  private mutating func readAll() {
    let query = NSMutableDictionary()
    query[kSecClass] = kSecClassGenericPassword
    query[kSecAttrService] = NSString(string: Self.service)
    query[kSecMatchLimit] = kSecMatchLimitAll
    query[kSecReturnData] = kCFBooleanTrue
    query[kSecReturnAttributes] = kCFBooleanTrue
    let found = copy(query) as? NSArray
    if found?.count != items { wrong += 1 }
  }

  private func query(_ item: Int, _ returns: [CFString]) -> NSMutableDictionary {
    let query = NSMutableDictionary()
    query[kSecClass] = kSecClassGenericPassword
    query[kSecAttrService] = NSString(string: Self.service)
    query[kSecAttrAccount] = NSString(string: "account \(item)")
    for name in returns { query[name] = kCFBooleanTrue }
    return query
  }

  private mutating func copy(_ query: NSMutableDictionary) -> CFTypeRef? {
    var result: CFTypeRef?
    if unsafe SecItemCopyMatching(query, &result) != errSecSuccess { wrong += 1 }
    return result
  }
}
