// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import Foundation
import Testing

// Specification/certificates.md, "System anchors on Linux".
@Suite("anchors of the system") struct SystemAnchorTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "anchors-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func write(_ names: [String], to file: String, label: String = "CERTIFICATE") throws {
    let blocks = try names.map { name in
      let text = Data(try TrustFixtures.der(name))
        .base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
      return "# \(name)\n-----BEGIN \(label)-----\n\(text)\n-----END \(label)-----\n"
    }
    try blocks.joined(separator: "\n").write(toFile: path(file), atomically: true, encoding: .utf8)
  }

  private func anchors(_ paths: [String], _ system: SystemAnchors = SystemAnchors())
    -> [Certificate]
  {
    system.anchors(at: AnchorPlaces(paths: paths)).certificates
  }

  @Test("a bundle, also of blocks that are none")
  func bundle() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(["R", "RA"], to: "good")
    let good = try String(contentsOfFile: path("good"), encoding: .utf8)
    let bad = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    let odd = "-----BEGIN CERTIFICATE-----\n????\n-----END CERTIFICATE-----\n"
    try (bad + odd + good + good + "-----BEGIN CERTIFICATE-----\nMIIB")
      .write(toFile: path("mixed"), atomically: true, encoding: .utf8)
    let expected = try TrustFixtures.certificates(["R", "RA"])
    #expect(anchors([path("good")]) == expected)
    #expect(anchors([path("mixed")]) == expected)
    try write(["R"], to: "trusted", label: "TRUSTED CERTIFICATE")
    #expect(anchors([path("trusted")]) == [expected[0]])
  }

  @Test("the first place that is there; none where none is")
  func places() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(["R"], to: "first")
    try write(["RA"], to: "second")
    let expected = try TrustFixtures.certificates(["R"])
    #expect(anchors([path("nowhere"), path("first"), path("second")]) == expected)
    #expect(anchors([path("nowhere")]) == [])
    #expect(anchors([]) == [])
    let named = AnchorPlaces(file: "/x/file", directories: "/x/one::/x/two").choices
    #expect(named.first == ["/x/file", "/x/one", "/x/two"])
    #expect(named.contains(["/etc/ssl/certs/ca-certificates.crt"]))
  }

  @Test("a file and directories that are both named both count, as OpenSSL has it")
  func both() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(["R"], to: "bundle")
    try write(["RA"], to: "0123abcd.0")
    let system = SystemAnchors()
    let expected = try TrustFixtures.certificates(["R", "RA"])
    for (file, directories, count) in [
      (path("bundle"), folder.path, 2), (path("bundle"), path("nowhere"), 1),
      (path("nowhere"), folder.path, 1),
    ] {
      let found = system.anchors(at: AnchorPlaces(file: file, directories: directories))
      #expect(found.certificates.count == count)
      #expect(found.certificates.allSatisfy { expected.contains($0) })
    }
  }

  @Test("a relative path is one from the working directory, as OpenSSL has it")
  func relative() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(["R"], to: "bundle")
    try write(["RA"], to: "0123abcd.0")
    let up = FileManager.default.currentDirectoryPath.split(separator: "/").map { _ in "../" }
    let here = up.joined() + folder.path.dropFirst()
    let expected = try TrustFixtures.certificates(["R", "RA"])
    let file = AnchorPlaces(file: "\(here)/bundle", directories: nil)
    #expect(SystemAnchors().anchors(at: file).certificates == [expected[0]])
    let directories = AnchorPlaces(file: "", directories: "\(here)/nowhere::\(here)")
    #expect(SystemAnchors().anchors(at: directories).certificates == [expected[1]])
  }

  @Test("what is no regular file is not waited for", .timeLimit(.minutes(10)))
  func pipe() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(["R"], to: "good")
    try write(["RA"], to: "0123abcd.0")
    #expect(unsafe mkfifo(path("pipe"), 0o600) == 0)
    #expect(unsafe mkfifo(path("0123abcd.1"), 0o600) == 0)
    // The pipe exists, so the next file is not read in its place.
    #expect(anchors([path("pipe"), path("good")]) == [])
    let writer = try #require(FileHandle(forUpdatingAtPath: path("pipe")))
    try writer.write(contentsOf: Data(contentsOf: URL(filePath: path("good"))))
    #expect(anchors([path("pipe"), path("good")]) == [])
    try writer.close()
    #expect(anchors(["/dev/zero"]) == [])
    #expect(anchors([folder.path]) == (try TrustFixtures.certificates(["RA"])))
  }

  @Test("a directory of hashed names")
  func directory() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(["RA"], to: "0123abcd.0")
    try write(["R"], to: "0123abcd.1")
    try write(["RB"], to: "readme.txt")
    #expect(anchors([folder.path]) == (try TrustFixtures.certificates(["RA", "R"])))
  }

  @Test("read once, and anew when the file has become another")
  func cache() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let system = SystemAnchors()
    try write(["R"], to: "bundle")
    #expect(anchors([path("bundle")], system) == (try TrustFixtures.certificates(["R"])))
    try write(["RA", "RB"], to: "bundle")
    #expect(anchors([path("bundle")], system) == (try TrustFixtures.certificates(["RA", "RB"])))
  }

  @Test("a file of a directory that has become another is noticed, and one that is gone")
  func directoryCache() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let system = SystemAnchors()
    try FileManager.default.createDirectory(
      at: folder.appending(path: "links"), withIntermediateDirectories: true)
    try write(["R"], to: "file")
    try FileManager.default.createSymbolicLink(
      atPath: path("links/0123abcd.0"), withDestinationPath: path("file"))
    #expect(anchors([path("links")], system) == (try TrustFixtures.certificates(["R"])))
    try write(["RA"], to: "file")
    #expect(anchors([path("links")], system) == (try TrustFixtures.certificates(["RA"])))
    try FileManager.default.removeItem(atPath: path("file"))
    #expect(anchors([path("links")], system) == [])
  }

  @Test("a read that fails is no file without anchors: it is tried again")
  func failedRead() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(["R"], to: "0123abcd.0")
    // Reading this file from its start is an error, and not an end of file.
    try FileManager.default.createSymbolicLink(
      atPath: path("0123abcd.1"), withDestinationPath: "/proc/self/mem")
    let stamp = try #require(AnchorFile.stamp(folder.path))
    let contents = AnchorFile.contents(stamp)
    #expect(contents.files.count == 1 && !contents.isWhole)
    try FileManager.default.removeItem(atPath: path("0123abcd.1"))
    let whole = AnchorFile.contents(try #require(AnchorFile.stamp(folder.path)))
    #expect(whole.files == contents.files && whole.isWhole)
  }

  @Test("the bundle of this system is all authorities", .enabled(if: isThere))
  func real() {
    let all = SystemAnchors().anchors(at: AnchorPlaces(file: nil, directories: nil)).certificates
    #expect(all.count > 50)
    #expect(all.allSatisfy { $0.basicConstraints?.isAuthority ?? ($0.version < 3) })
  }

  private static let isThere = FileManager.default.fileExists(
    atPath: "/etc/ssl/certs/ca-certificates.crt")
}
