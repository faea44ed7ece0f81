// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

// The statuses of secure transport. No function of this library returns them, but client code names
// them.

/// The TLS protocol was violated.
public let errSSLProtocol: OSStatus = -9800
/// No cipher suite is shared with the peer.
public let errSSLNegotiation: OSStatus = -9801
/// A fatal TLS alert was received.
public let errSSLFatalAlert: OSStatus = -9802
/// The input or output would block.
public let errSSLWouldBlock: OSStatus = -9803
/// The session is unknown.
public let errSSLSessionNotFound: OSStatus = -9804
/// The connection was closed normally.
public let errSSLClosedGraceful: OSStatus = -9805
/// The connection was closed because of an error.
public let errSSLClosedAbort: OSStatus = -9806
/// The certificate chain is not valid.
public let errSSLXCertChainInvalid: OSStatus = -9807
/// The certificate has a bad format.
public let errSSLBadCert: OSStatus = -9808
/// A cryptographic operation failed.
public let errSSLCrypto: OSStatus = -9809
/// An internal error occurred in TLS.
public let errSSLInternal: OSStatus = -9810
/// A module for TLS could not be attached.
public let errSSLModuleAttach: OSStatus = -9811
/// The chain is valid, but its root is unknown.
public let errSSLUnknownRootCert: OSStatus = -9812
/// The chain has no root certificate.
public let errSSLNoRootCert: OSStatus = -9813
/// A certificate of the chain has expired.
public let errSSLCertExpired: OSStatus = -9814
/// A certificate of the chain is not valid yet.
public let errSSLCertNotYetValid: OSStatus = -9815
/// The server closed the connection without notice.
public let errSSLClosedNoNotify: OSStatus = -9816
/// The buffer for TLS data is too small.
public let errSSLBufferOverflow: OSStatus = -9817
/// The cipher suite is bad.
public let errSSLBadCipherSuite: OSStatus = -9818
/// The peer received an unexpected message.
public let errSSLPeerUnexpectedMsg: OSStatus = -9819
/// The peer received a record with a wrong message authentication code.
public let errSSLPeerBadRecordMac: OSStatus = -9820
/// The peer could not decrypt a record.
public let errSSLPeerDecryptionFail: OSStatus = -9821
/// The peer received a record that is too long.
public let errSSLPeerRecordOverflow: OSStatus = -9822
/// The peer could not decompress a record.
public let errSSLPeerDecompressFail: OSStatus = -9823
/// The peer reported that the handshake failed.
public let errSSLPeerHandshakeFail: OSStatus = -9824
/// The peer reported that the certificate is bad.
public let errSSLPeerBadCert: OSStatus = -9825
/// The peer does not support the certificate.
public let errSSLPeerUnsupportedCert: OSStatus = -9826
/// The peer reported that the certificate was revoked.
public let errSSLPeerCertRevoked: OSStatus = -9827
/// The peer reported that the certificate has expired.
public let errSSLPeerCertExpired: OSStatus = -9828
/// The peer does not accept the certificate.
public let errSSLPeerCertUnknown: OSStatus = -9829
/// A TLS parameter is illegal.
public let errSSLIllegalParam: OSStatus = -9830
/// The peer does not know the certificate authority.
public let errSSLPeerUnknownCA: OSStatus = -9831
/// The peer denied access.
public let errSSLPeerAccessDenied: OSStatus = -9832
/// The peer could not decode a message.
public let errSSLPeerDecodeError: OSStatus = -9833
/// The peer reported an error in decryption.
public let errSSLPeerDecryptError: OSStatus = -9834
/// The peer reported an export restriction.
public let errSSLPeerExportRestriction: OSStatus = -9835
/// The peer does not support the protocol version.
public let errSSLPeerProtocolVersion: OSStatus = -9836
/// The peer demands stronger security.
public let errSSLPeerInsufficientSecurity: OSStatus = -9837
/// The peer reported an internal error.
public let errSSLPeerInternalError: OSStatus = -9838
/// The peer's user cancelled the connection.
public let errSSLPeerUserCancelled: OSStatus = -9839
/// The peer refuses to renegotiate the connection.
public let errSSLPeerNoRenegotiation: OSStatus = -9840
/// The peer's certificate is verified, or the caller must verify it now.
public let errSSLPeerAuthCompleted: OSStatus = -9841
/// The server asked for a client certificate.
public let errSSLClientCertRequested: OSStatus = -9842
/// The certificate does not contain the name of the host.
public let errSSLHostNameMismatch: OSStatus = -9843
/// The peer closed the connection before it answered.
public let errSSLConnectionRefused: OSStatus = -9844
/// A record could not be decrypted.
public let errSSLDecryptionFail: OSStatus = -9845
/// A record has a wrong message authentication code.
public let errSSLBadRecordMac: OSStatus = -9846
/// A record is too long.
public let errSSLRecordOverflow: OSStatus = -9847
/// The TLS configuration is bad.
public let errSSLBadConfiguration: OSStatus = -9848
/// An unexpected record was received.
public let errSSLUnexpectedRecord: OSStatus = -9849
/// The ephemeral Diffie-Hellman key of the peer is weak.
public let errSSLWeakPeerEphemeralDHKey: OSStatus = -9850
/// A ClientHello message of TLS was received.
public let errSSLClientHelloReceived: OSStatus = -9851
/// The transport was reset.
public let errSSLTransportReset: OSStatus = -9852
/// The network did not answer in time.
public let errSSLNetworkTimeout: OSStatus = -9853
/// The configuration of TLS failed.
public let errSSLConfigurationFailed: OSStatus = -9854
/// A TLS extension is not supported.
public let errSSLUnsupportedExtension: OSStatus = -9855
/// An unexpected message was received.
public let errSSLUnexpectedMessage: OSStatus = -9856
/// A record could not be decompressed.
public let errSSLDecompressFail: OSStatus = -9857
/// The TLS handshake failed.
public let errSSLHandshakeFail: OSStatus = -9858
/// A message could not be decoded.
public let errSSLDecodeError: OSStatus = -9859
/// The client fell back to an older TLS version without need.
public let errSSLInappropriateFallback: OSStatus = -9860
/// A TLS extension is missing.
public let errSSLMissingExtension: OSStatus = -9861
/// The OCSP response for the certificate is bad.
public let errSSLBadCertificateStatusResponse: OSStatus = -9862
/// The peer requires a certificate.
public let errSSLCertificateRequired: OSStatus = -9863
/// The identity of the pre-shared key is unknown.
public let errSSLUnknownPSKIdentity: OSStatus = -9864
/// The server name is not recognised.
public let errSSLUnrecognizedName: OSStatus = -9865
/// The connection violates the transport security rules.
public let errSSLATSViolation: OSStatus = -9880
/// The protocol version is lower than the transport security rules allow.
public let errSSLATSMinimumVersionViolation: OSStatus = -9881
/// The cipher suite violates the transport security rules.
public let errSSLATSCiphersuiteViolation: OSStatus = -9882
/// The key is shorter than the transport security rules allow.
public let errSSLATSMinimumKeySizeViolation: OSStatus = -9883
/// The hash of the leaf certificate violates the transport security rules.
public let errSSLATSLeafCertificateHashAlgorithmViolation: OSStatus = -9884
/// The hash of a certificate violates the transport security rules.
public let errSSLATSCertificateHashAlgorithmViolation: OSStatus = -9885
/// The trust in a certificate violates the transport security rules.
public let errSSLATSCertificateTrustViolation: OSStatus = -9886
/// The peer rejected the early data.
public let errSSLEarlyDataRejected: OSStatus = -9890
