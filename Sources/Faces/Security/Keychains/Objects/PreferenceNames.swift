// SPDX-License-Identifier: Apache-2.0

/// The names under which a preference for an address or site can be stored
/// (Specification/certificates.md, "Identity preferences").
enum PreferenceNames {
  /// The greatest number of names that are URLs; with wildcards, there may be twice as many names.
  ///
  /// The limit bounds the work that a hostile name can cause.
  private static let most = 64

  /// Returns the names in the order in which they are searched for.
  ///
  /// The first name is `name` itself. If it is a URL, the URLs of the paths above it and its host
  /// follow. The last names are wildcards for the domains above the host, such as `*.example.org`.
  /// A wildcard for a domain of one label, such as `*.org`, is left out.
  static func all(for name: String) -> [String] {
    var names = [name]
    var host = name
    if let scheme = name.range(of: "://") {
      let rest = name[scheme.upperBound...]
      let place = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      let start = name[..<scheme.upperBound] + place
      var path = rest[place.endIndex...].prefix { $0 != "?" && $0 != "#" }
      while names.count < most, !path.isEmpty {
        names.append(String(start + path))
        if path.last == "/" { path = path.dropLast() } else { path = path.trimmed }
      }
      names.append(String(start))
      host = Self.host(of: place)
      names.append(host)
    }
    guard !host.contains("@"), !host.contains("/") else { return unique(names) }
    var labels = host.split(separator: ".", omittingEmptySubsequences: false).dropFirst()
    while labels.count > 1, names.count < 2 * most {
      names.append("*." + labels.joined(separator: "."))
      labels = labels.dropFirst()
    }
    return unique(names)
  }

  /// Returns the host in `place`, which is the part of a URL between the scheme and the path.
  ///
  /// A user name and a port in `place` are left out.
  private static func host(of place: Substring) -> String {
    let address = place.split(separator: "@").last ?? place
    guard !address.hasPrefix("[") else { return String(address) }
    return String(address.prefix { $0 != ":" })
  }

  private static func unique(_ names: [String]) -> [String] {
    var known: Set<String> = []
    return names.filter { known.insert($0).inserted }
  }
}

extension Substring {
  /// The path without its last component; it ends with a slash, or is empty if the path has no
  /// slash.
  fileprivate var trimmed: Substring {
    guard let slash = lastIndex(of: "/") else { return prefix(0) }
    return self[...slash]
  }
}
