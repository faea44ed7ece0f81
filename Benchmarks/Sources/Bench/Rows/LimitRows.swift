// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import Glibc

/// The time that this machine takes for basic operations, which bound the other rows from below.
enum LimitRows {
  static func measure(_ directory: String, _ run: Run) throws {
    try sync(directory, run)
    try read(directory, run)
    try block(run)
    let mac = RawCode(key: RawMaking.key)
    let text = [UInt8](repeating: 1, count: 32)
    run.table.add(
      line("one HMAC-SHA256 of 32 bytes", try batched(run) { mac?.run(text) }))
    let starts = try (0..<run.samples).map { _ in try Spawned.time(["/bin/true"], []) }
    run.table.add(line("one process that does nothing", Samples(starts)))
  }

  private static func line(_ title: String, _ samples: Samples) -> Line {
    var line = Line("limit", title, nil)
    line.ours = Line.Cell("the machine", samples)
    return line
  }

  /// Measures writing and syncing bytes, as a commit does with its log.
  private static func sync(_ directory: String, _ run: Run) throws {
    let path = directory + "/probe"
    let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw BenchError(what: "no probe file") }
    defer {
      close(descriptor)
      unlink(path)
    }
    // The file's space is allocated and its size fixed, as the log's is after the first checkpoint.
    let size = 8_192
    let bytes = [UInt8](repeating: 7, count: size)
    for _ in 0..<256 { write(descriptor, bytes, size) }
    fsync(descriptor)
    let taken = (0..<run.samples).map { round in
      nanoseconds {
        pwrite(descriptor, bytes, size, off_t(size * (round % 256)))
        fdatasync(descriptor)
      }
    }
    run.table.add(line("one write of 8 KiB and fdatasync", Samples(taken)))
  }

  /// Measures reading a page of 512 bytes from the kernel's cache.
  private static func read(_ directory: String, _ run: Run) throws {
    let path = directory + "/probe"
    let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw BenchError(what: "no probe file") }
    defer {
      close(descriptor)
      unlink(path)
    }
    var page = [UInt8](repeating: 7, count: 512)
    for _ in 0..<2_048 { write(descriptor, page, 512) }
    var number = 0
    let samples = try batched(run) {
      number = (number + 7_919) % 2_048
      pread(descriptor, &page, 512, off_t(512 * number))
    }
    run.table.add(line("one page of 512 bytes from the cache", samples))
  }

  private static func block(_ run: Run) throws {
    guard let cipher = EVP_CIPHER_fetch(nil, "AES-256-ECB", nil), let context = EVP_CIPHER_CTX_new()
    else { throw BenchError(what: "libcrypto refuses") }
    EVP_EncryptInit_ex2(context, cipher, RawMaking.key, nil, nil)
    EVP_CIPHER_CTX_set_padding(context, 0)
    var output = [UInt8](repeating: 0, count: 32)
    let input = [UInt8](repeating: 1, count: 16)
    var length: CInt = 0
    run.table.add(
      line(
        "one AES-256 block by libcrypto",
        try batched(run) { EVP_EncryptUpdate(context, &output, &length, input, 16) }))
    EVP_CIPHER_CTX_free(context)
    let opener = RawCipher(key: RawMaking.key)
    let sealed =
      opener?.seal(
        [UInt8](repeating: 1, count: 64), nonce: [UInt8](repeating: 2, count: 24),
        binding: RawMaking.binding) ?? []
    let target = UnsafeMutablePointer<UInt8>.allocate(capacity: 128)
    defer { target.deallocate() }
    run.table.add(
      line(
        "one opening of 64 bytes, XAES-256-GCM",
        try batched(run) {
          sealed.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            _ = opener?.open(
              base, count: bytes.count, binding: RawMaking.binding, into: target)
          }
        }))
  }

  /// Times a hundred runs for each sample, for bodies that are too short for the clock.
  private static func batched(_ run: Run, _ body: () -> Void) throws -> Samples {
    Samples((0..<run.samples).map { _ in nanoseconds { for _ in 0..<100 { body() } } / 100 })
  }
}
