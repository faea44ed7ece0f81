// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainTesting
import Security
import Testing

/// Tests how much stack the calls need, since a thread may have little
/// (Documentation/Guides/moving-an-app.md).
@Suite("the stack that calls need") struct StackTests {
  /// The stack that must suffice for every call, in bytes, in debug builds too.
  private static let limit = 256 << 10

  struct Call: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let body: @Sendable () throws -> Void

    init(_ name: String, _ body: @escaping @Sendable () throws -> Void) {
      (testDescription, self.body) = (name, body)
    }
  }

  private static func pair(
    _ kind: CFString, _ bits: Int
  ) throws -> SecKey {
    let attributes: [String: Any] = [
      kSecAttrKeyType as String: kind, kSecAttrKeySizeInBits as String: bits,
    ]
    let key = SecKeyCreateRandomKey(attributes as NSDictionary, nil)
    return try #require(key)
  }

  private static var item: [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "service",
      kSecAttrAccount as String: "account",
    ]
  }

  static let calls: [Call] = [
    Call("SecItemAdd, SecItemCopyMatching, SecItemUpdate, SecItemDelete") {
      let keychain = try TemporaryKeychain()
      keychain.run {
        var added = item
        added[kSecValueData as String] = Data("secret".utf8)
        #expect(Calls.add(added) == errSecSuccess)
        var query = item
        query[kSecReturnData as String] = true
        query[kSecReturnAttributes as String] = true
        #expect(Calls.copy(query).status == errSecSuccess)
        #expect(
          SecItemUpdate(item as NSDictionary, ["labl": "label"] as NSDictionary) == errSecSuccess)
        #expect(Calls.delete(item) == errSecSuccess)
      }
    },
    Call("SecKeyCreateRandomKey, SecKeyCreateSignature, elliptic") {
      let key = try pair(kSecAttrKeyTypeECSECPrimeRandom, 384)
      let signature = SecKeyCreateSignature(
        key, .ecdsaSignatureMessageX962SHA256, Data("m".utf8) as NSData, nil)
      #expect(signature != nil)
    },
    Call("SecKeyCreateRandomKey, SecKeyCreateSignature, RSA") {
      let key = try pair(kSecAttrKeyTypeRSA, 2048)
      let signature = SecKeyCreateSignature(
        key, .rsaSignatureMessagePSSSHA256, Data("m".utf8) as NSData, nil)
      #expect(signature != nil)
    },
    Call("SecCertificateCreateWithData, SecTrustEvaluateWithError") {
      let certificate = try MadeCertificate(pair(kSecAttrKeyTypeECSECPrimeRandom, 256)).object()
      var trust: SecTrust?
      let status = unsafe SecTrustCreateWithCertificates(
        certificate, SecPolicyCreateSSL(true, "example.org" as NSString), &trust)
      #expect(status == errSecSuccess)
      if let trust { _ = SecTrustEvaluateWithError(trust, nil) }
    },
    Call("SecItemImport") {
      var items: CFArray?
      let text = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
      _ = unsafe SecItemImport(Data(text.utf8) as NSData, nil, nil, nil, [], nil, nil, &items)
    },
    Call("SecTaskCopyValueForEntitlement") {
      if let task = SecTaskCreateFromSelf(nil) {
        _ = SecTaskCopyValueForEntitlement(task, "keychain-access-groups" as NSString, nil)
      }
    },
  ]

  @Test("every call needs less than a thread with a quarter of a megabyte has", arguments: calls)
  func need(call: Call) throws {
    let used = try Self.used(by: call)
    // A quarter is left for the program, and for the data that the system keeps on the stack.
    #expect(used <= Self.limit / 4 * 3, "\(call.testDescription) needs \(used >> 10) KiB")
  }

  private final class Work {
    let call: Call
    var failure: (any Error)?
    init(_ call: Call) { self.call = call }
  }

  /// Runs a call on a new thread and returns the number of bytes of stack that it touched.
  ///
  /// The call has to be the first of its kind in the process, because that loads the most.
  private static func used(by call: Call) throws -> Int {
    let size = 4 << 20
    let mapped = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory = unsafe mapped, unsafe memory != MAP_FAILED else { return size }
    defer { unsafe munmap(memory, size) }
    // Allocated by hand: Foundation has a module of this name, which hides the type's initializer.
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { unsafe attributes.deallocate() }
    unsafe pthread_attr_init(attributes)
    defer { unsafe pthread_attr_destroy(attributes) }
    #expect(unsafe pthread_attr_setstack(attributes, memory, size) == 0)
    let work = Work(call)
    var thread: pthread_t = 0
    let argument = unsafe Unmanaged.passRetained(work)
    let code = unsafe pthread_create(
      &thread, attributes,
      { argument in
        guard let argument = unsafe argument else { return nil }
        let work = unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
        do { try work.call.body() } catch { work.failure = error }
        return nil
      }, argument.toOpaque())
    #expect(code == 0)
    pthread_join(thread, nil)
    if let failure = work.failure { throw failure }
    let bytes = unsafe UnsafeRawBufferPointer(start: memory, count: size)
    let untouched = unsafe bytes.firstIndex { $0 != 0 } ?? size
    return size - untouched
  }
}
