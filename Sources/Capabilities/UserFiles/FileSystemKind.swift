// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// The kind of file system at a path, which decides whether a store may be located there.
///
/// Documentation/Decisions/network-file-systems.md lists the refused kinds and the reasons.
package struct FileSystemKind: Hashable, Sendable {
  /// The number of the file system's type, as statfs(2) reports it.
  package let type: UInt32
  /// The mount entry of a FUSE file system, from which its real type is known.
  ///
  /// The entry is nil for all other file systems, and if the kernel's list of mounts does not have
  /// it.
  package let mount: Mount?

  /// A mounted file system: its type (for example "fuse.sshfs") and its source, from the kernel's
  /// list of mounts.
  package struct Mount: Hashable, Sendable {
    package let name: String
    package let source: String

    package init(name: String, source: String) {
      self.name = name
      self.source = source
    }
  }

  package init(type: UInt32, mount: Mount? = nil) {
    self.type = type
    self.mount = mount
  }

  /// True if another kernel manages the files, as on a network file system.
  ///
  /// Programs under that kernel may change the files, but they share neither locks nor memory with
  /// programs under this kernel.
  package var isNetwork: Bool {
    guard type == Self.fuse else { return Self.networkTypes.contains(type) }
    guard let mount else { return false }
    if mount.name == "virtiofs" { return true }
    // Some file systems append to their name, as in "fuse.JuiceFS:volume".
    let name = mount.name.split(separator: ":").first.map(String.init) ?? mount.name
    if Self.networkNames.contains(name.lowercased()) { return true }
    // The source is HOST:PATH, REMOTE:PATH or a URL.
    return !mount.source.hasPrefix("/") && mount.source.contains(":")
  }

  /// Returns the kind of file system at a path, or at its nearest existing parent directory.
  ///
  /// Nil if the system does not report the kind.
  package static func of(_ path: String) -> FileSystemKind? {
    var system = statfs()
    var place = path
    while unsafe statfs(place, &system) != 0 {
      guard errno == ENOENT, place != "/", place != "." else { return nil }
      place = parent(of: place)
    }
    let type = UInt32(truncatingIfNeeded: system.f_type)
    return FileSystemKind(type: type, mount: type == fuse ? mount(of: place) : nil)
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static let fuse: UInt32 = 0x6573_5546

  // A list, not a set: a set would be built at each start for a single lookup.
  private static let networkTypes: [UInt32] = [
    0x6969,  // NFS
    0x517B,  // SMB
    0xFE53_4D42,  // SMB2
    0xFF53_4D42,  // CIFS
    0x0102_1997,  // 9P
    0x5346_414F,  // OpenAFS
    0x6B41_4653,  // AFS
    0x7375_7245,  // Coda
    0x564C,  // NCP
    0x00C3_6400,  // Ceph
    0x7461_636F,  // OCFS2
    0x0116_1970,  // GFS2
    0x0BD0_0BD0,  // Lustre
    0x4750_4653,  // GPFS
    0x1983_0326,  // BeeGFS
    0x786F_4256,  // folders of VirtualBox
    0xBACB_ACBC,  // folders of VMware
  ]

  private static let networkNames: Set<String> = Set(
    [
      "sshfs", "s3fs", "mount-s3", "goofys", "gcsfuse", "blobfuse", "blobfuse2", "rclone",
      "glusterfs", "ceph", "ceph-fuse", "davfs", "davfs2", "curlftpfs", "smbnetfs", "juicefs",
      "mfs", "moosefs", "lizardfs", "saunafs", "seaweedfs", "fuse_dfs", "cvmfs2", "gvfsd-fuse",
      "kio-fuse", "vmhgfs-fuse", "grpcfuse", "osxfs",
    ].map { "fuse." + $0 })

  /// Returns the mounted file system that contains a path.
  ///
  /// Nil if the kernel's list of mounts has no entry for the path.
  package static func mount(of path: String) -> Mount? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    let device = UInt64(status.st_dev)
    let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
    let minor = device & 0xFF | device >> 12 & ~0xFF
    return mount(major: major, minor: minor, in: list())
  }

  /// Returns the last entry for a device in `list`, the text of /proc/self/mountinfo (proc(5)).
  ///
  /// Nil if the list has no entry for the device.
  package static func mount(major: UInt64, minor: UInt64, in list: String) -> Mount? {
    let lines = list.split(separator: "\n")
    for line in lines.reversed() {
      let words = line.split(separator: " ")
      guard words.count > 2, words[2] == "\(major):\(minor)",
        let hyphen = words.firstIndex(of: "-"), words.count > hyphen + 2
      else { continue }
      return Mount(name: String(words[hyphen + 1]), source: String(words[hyphen + 2]))
    }
    return nil
  }

  private static func list() -> String {
    let descriptor = unsafe open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      content += buffer[..<count]
    }
    return String(decoding: content, as: UTF8.self)
  }
}
