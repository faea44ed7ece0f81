// SPDX-License-Identifier: Apache-2.0

extension FindingArticle {
  /// The rows of all finding codes, in the order of the codes.
  ///
  /// All texts of findings stand here: each in the row of its code, in the file of its hundred, or
  /// in the row `shared`. Reasons and advice of errors stand in the table of `KeychainError`, and
  /// words about sharing keys in `KeySharingText`.
  ///
  /// A code is never used again for another finding. Its meaning may become narrower, but never
  /// wider (Specification/diagnostics.md, "Findings: the code table").
  ///
  /// A row has number, name and severity. The texts of its article follow: `text`, the reason
  /// `why`, the advice `fix`, and an example. `texts` has the further texts of reports, by name.
  /// `FindingTemplate` describes placeholders. `Scripts/findings.py` reads the rows and
  /// writes the files with the names of codes and texts.
  package static let all: [FindingArticle] =
    [k0xx, k1xx, k2xx, k3xx, k4xx, k5xx, k6xx, k7xx, k8xx, k9xx].flatMap { $0 }
}
