// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

// The detail statuses from -67585 downwards. The item functions never return them.

/// A service that is needed is not available.
public let errSecServiceNotAvailable: OSStatus = -67585
/// The identification of the client does not suffice.
public let errSecInsufficientClientID: OSStatus = -67586
/// The device was reset.
public let errSecDeviceReset: OSStatus = -67587
/// The device has failed.
public let errSecDeviceFailed: OSStatus = -67588
/// Adding an application to the access control list failed.
public let errSecAppleAddAppACLSubject: OSStatus = -67589
/// The public key is incomplete.
public let errSecApplePublicKeyIncomplete: OSStatus = -67590
/// The signature does not match.
public let errSecAppleSignatureMismatch: OSStatus = -67591
/// The start date of the key is not valid.
public let errSecAppleInvalidKeyStartDate: OSStatus = -67592
/// The end date of the key is not valid.
public let errSecAppleInvalidKeyEndDate: OSStatus = -67593
/// A value could not be converted.
public let errSecConversionError: OSStatus = -67594
/// A TLS connection fell back to SSL version 2.
public let errSecAppleSSLv2Rollback: OSStatus = -67595
/// The quota is used up.
public let errSecQuotaExceeded: OSStatus = -67596
/// The file is too big.
public let errSecFileTooBig: OSStatus = -67597
/// The database holds a blob that is not valid.
public let errSecInvalidDatabaseBlob: OSStatus = -67598
/// The database holds a key blob that is not valid.
public let errSecInvalidKeyBlob: OSStatus = -67599
/// The database holds a blob of an incompatible version.
public let errSecIncompatibleDatabaseBlob: OSStatus = -67600
/// The database holds a key blob of an incompatible version.
public let errSecIncompatibleKeyBlob: OSStatus = -67601
/// The name of the host does not match.
public let errSecHostNameMismatch: OSStatus = -67602
/// A critical extension has an unknown flag.
public let errSecUnknownCriticalExtensionFlag: OSStatus = -67603
/// The basic constraints extension is missing.
public let errSecNoBasicConstraints: OSStatus = -67604
/// The basic constraints do not name a certificate authority.
public let errSecNoBasicConstraintsCA: OSStatus = -67605
/// The authority key identifier is not valid.
public let errSecInvalidAuthorityKeyID: OSStatus = -67606
/// The subject key identifier is not valid.
public let errSecInvalidSubjectKeyID: OSStatus = -67607
/// The key usage does not fit the policy.
public let errSecInvalidKeyUsageForPolicy: OSStatus = -67608
/// The extended key usage is not valid.
public let errSecInvalidExtendedKeyUsage: OSStatus = -67609
/// The link between the identifiers is not valid.
public let errSecInvalidIDLinkage: OSStatus = -67610
/// The certificate chain is longer than a constraint in it allows.
public let errSecPathLengthConstraintExceeded: OSStatus = -67611
/// The root certificate is not valid.
public let errSecInvalidRoot: OSStatus = -67612
/// The revocation list has expired.
public let errSecCRLExpired: OSStatus = -67613
/// The revocation list is not valid yet.
public let errSecCRLNotValidYet: OSStatus = -67614
/// The revocation list was not found.
public let errSecCRLNotFound: OSStatus = -67615
/// The server of the revocation list cannot be reached.
public let errSecCRLServerDown: OSStatus = -67616
/// The address of the revocation list is not a valid URI.
public let errSecCRLBadURI: OSStatus = -67617
/// The certificate has an unknown extension.
public let errSecUnknownCertExtension: OSStatus = -67618
/// The revocation list has an unknown extension.
public let errSecUnknownCRLExtension: OSStatus = -67619
/// The revocation list is not trusted.
public let errSecCRLNotTrusted: OSStatus = -67620
/// The revocation list does not satisfy the policy.
public let errSecCRLPolicyFailed: OSStatus = -67621
/// The issuing distribution point of a revocation list does not fit.
public let errSecIDPFailure: OSStatus = -67622
/// The expected e-mail address is not in the certificate.
public let errSecSMIMEEmailAddressesNotFound: OSStatus = -67623
/// The extended key usage does not allow secure mail.
public let errSecSMIMEBadExtendedKeyUsage: OSStatus = -67624
/// The key usage does not allow secure mail.
public let errSecSMIMEBadKeyUsage: OSStatus = -67625
/// The key usage extension of a mail certificate is not marked as critical.
public let errSecSMIMEKeyUsageNotCritical: OSStatus = -67626
/// The mail certificate contains no e-mail address.
public let errSecSMIMENoEmailAddress: OSStatus = -67627
/// The alternative name extension of a mail certificate is not marked as critical.
public let errSecSMIMESubjAltNameNotCritical: OSStatus = -67628
/// The extended key usage does not allow a TLS connection.
public let errSecSSLBadExtendedKeyUsage: OSStatus = -67629
/// The answer of the OCSP responder is malformed.
public let errSecOCSPBadResponse: OSStatus = -67630
/// The OCSP request is malformed.
public let errSecOCSPBadRequest: OSStatus = -67631
/// The OCSP service is not available.
public let errSecOCSPUnavailable: OSStatus = -67632
/// The OCSP responder does not know the certificate.
public let errSecOCSPStatusUnrecognized: OSStatus = -67633
/// The end of the data was reached.
public let errSecEndOfData: OSStatus = -67634
/// Revocation could not be checked completely.
public let errSecIncompleteCertRevocationCheck: OSStatus = -67635
/// The network failed.
public let errSecNetworkFailure: OSStatus = -67636
/// The OCSP answer does not lead to a trusted anchor.
public let errSecOCSPNotTrustedToAnchor: OSStatus = -67637
/// The record was modified.
public let errSecRecordModified: OSStatus = -67638
/// The signature of the OCSP answer is not valid.
public let errSecOCSPSignatureError: OSStatus = -67639
/// The OCSP answer has no signer.
public let errSecOCSPNoSigner: OSStatus = -67640
/// The OCSP responder found the request malformed.
public let errSecOCSPResponderMalformedReq: OSStatus = -67641
/// The OCSP responder has an internal error.
public let errSecOCSPResponderInternalError: OSStatus = -67642
/// The OCSP responder is busy and asks to try later.
public let errSecOCSPResponderTryLater: OSStatus = -67643
/// The OCSP responder wants a signed request.
public let errSecOCSPResponderSignatureRequired: OSStatus = -67644
/// The OCSP responder does not accept requests from this client.
public let errSecOCSPResponderUnauthorized: OSStatus = -67645
/// The nonce of the OCSP answer differs from the nonce of the request.
public let errSecOCSPResponseNonceMismatch: OSStatus = -67646
/// The certificate chain for code signing has the wrong length.
public let errSecCodeSigningBadCertChainLength: OSStatus = -67647
/// A certificate for code signing has no basic constraints.
public let errSecCodeSigningNoBasicConstraints: OSStatus = -67648
/// A certificate for code signing has a wrong path length constraint.
public let errSecCodeSigningBadPathLengthConstraint: OSStatus = -67649
/// A certificate for code signing has no extended key usage.
public let errSecCodeSigningNoExtendedKeyUsage: OSStatus = -67650
/// The certificate is for development only.
public let errSecCodeSigningDevelopment: OSStatus = -67651
/// The certificate chain for resource signing has the wrong length.
public let errSecResourceSignBadCertChainLength: OSStatus = -67652
/// The extended key usage does not allow resource signing.
public let errSecResourceSignBadExtKeyUsage: OSStatus = -67653
/// A trust setting denies trust.
public let errSecTrustSettingDeny: OSStatus = -67654
/// The subject name is empty or not valid.
public let errSecInvalidSubjectName: OSStatus = -67655
/// A statement of the qualified certificate is unknown.
public let errSecUnknownQualifiedCertStatement: OSStatus = -67656
/// The request to the online service waits in a queue.
public let errSecMobileMeRequestQueued: OSStatus = -67657
/// The request to the online service was redirected.
public let errSecMobileMeRequestRedirected: OSStatus = -67658
/// The server of the online service reported an error.
public let errSecMobileMeServerError: OSStatus = -67659
/// The server of the online service is not available.
public let errSecMobileMeServerNotAvailable: OSStatus = -67660
/// The server of the online service reports that the item exists already.
public let errSecMobileMeServerAlreadyExists: OSStatus = -67661
/// A service of the online server failed.
public let errSecMobileMeServerServiceErr: OSStatus = -67662
/// A request to the online service is already pending.
public let errSecMobileMeRequestAlreadyPending: OSStatus = -67663
/// No request to the online service is pending.
public let errSecMobileMeNoRequestPending: OSStatus = -67664
/// The online service could not verify the certificate request.
public let errSecMobileMeCSRVerifyFailure: OSStatus = -67665
/// The online service found an inconsistency.
public let errSecMobileMeFailedConsistencyCheck: OSStatus = -67666
/// A function was called before its library was set up.
public let errSecNotInitialized: OSStatus = -67667
/// The handle cannot be used with this function.
public let errSecInvalidHandleUsage: OSStatus = -67668
/// The object that a callback refers to was not found.
public let errSecPVCReferentNotFound: OSStatus = -67669
/// The integrity of a function could not be verified.
public let errSecFunctionIntegrityFail: OSStatus = -67670
/// An internal error occurred.
public let errSecInternalError: OSStatus = -67671
/// A memory error occurred.
public let errSecMemoryError: OSStatus = -67672
/// The data is not valid.
public let errSecInvalidData: OSStatus = -67673
/// The directory of modules reported an error.
public let errSecMDSError: OSStatus = -67674
/// A pointer is not valid.
public let errSecInvalidPointer: OSStatus = -67675
/// The self-check of a module failed.
public let errSecSelfCheckFailed: OSStatus = -67676
/// A function failed.
public let errSecFunctionFailed: OSStatus = -67677
/// The manifest of a module could not be verified.
public let errSecModuleManifestVerifyFailed: OSStatus = -67678
/// The globally unique identifier is not valid.
public let errSecInvalidGUID: OSStatus = -67679
/// The handle is not valid.
public let errSecInvalidHandle: OSStatus = -67680
/// The list of databases is not valid.
public let errSecInvalidDBList: OSStatus = -67681
/// The pass-through identifier is not valid.
public let errSecInvalidPassthroughID: OSStatus = -67682
/// The network address is not valid.
public let errSecInvalidNetworkAddress: OSStatus = -67683
/// The revocation list has been signed already.
public let errSecCRLAlreadySigned: OSStatus = -67684
/// The number of fields is not valid.
public let errSecInvalidNumberOfFields: OSStatus = -67685
/// The verification failed.
public let errSecVerificationFailure: OSStatus = -67686
/// The tag is unknown.
public let errSecUnknownTag: OSStatus = -67687
/// The signature is not valid.
public let errSecInvalidSignature: OSStatus = -67688
/// The name is not valid.
public let errSecInvalidName: OSStatus = -67689
/// The reference to the certificate is not valid.
public let errSecInvalidCertificateRef: OSStatus = -67690
/// The group of certificates is not valid.
public let errSecInvalidCertificateGroup: OSStatus = -67691
/// The tag was not found.
public let errSecTagNotFound: OSStatus = -67692
/// The query is not valid.
public let errSecInvalidQuery: OSStatus = -67693
/// The value is not valid.
public let errSecInvalidValue: OSStatus = -67694
/// A callback failed.
public let errSecCallbackFailed: OSStatus = -67695
/// Deleting from the access control list failed.
public let errSecACLDeleteFailed: OSStatus = -67696
/// Replacing in the access control list failed.
public let errSecACLReplaceFailed: OSStatus = -67697
/// Adding to the access control list failed.
public let errSecACLAddFailed: OSStatus = -67698
/// Changing the access control list failed.
public let errSecACLChangeFailed: OSStatus = -67699
/// The access credentials are not valid.
public let errSecInvalidAccessCredentials: OSStatus = -67700
/// The record is not valid.
public let errSecInvalidRecord: OSStatus = -67701
/// The access control list is not valid.
public let errSecInvalidACL: OSStatus = -67702
/// The sample value is not valid.
public let errSecInvalidSampleValue: OSStatus = -67703
/// The version is not compatible.
public let errSecIncompatibleVersion: OSStatus = -67704
/// The privilege was not granted.
public let errSecPrivilegeNotGranted: OSStatus = -67705
/// The scope is not valid.
public let errSecInvalidScope: OSStatus = -67706
/// The callback has been configured already.
public let errSecPVCAlreadyConfigured: OSStatus = -67707
/// The callback is not valid.
public let errSecInvalidPVC: OSStatus = -67708
/// The elective module manager could not be loaded.
public let errSecEMMLoadFailed: OSStatus = -67709
/// The elective module manager could not be unloaded.
public let errSecEMMUnloadFailed: OSStatus = -67710
/// The add-in could not be loaded.
public let errSecAddinLoadFailed: OSStatus = -67711
/// The reference to the key is not valid.
public let errSecInvalidKeyRef: OSStatus = -67712
/// The hierarchy of keys is not valid.
public let errSecInvalidKeyHierarchy: OSStatus = -67713
/// The add-in could not be unloaded.
public let errSecAddinUnloadFailed: OSStatus = -67714
/// The reference to a library was not found.
public let errSecLibraryReferenceNotFound: OSStatus = -67715
/// The function table of the add-in is not valid.
public let errSecInvalidAddinFunctionTable: OSStatus = -67716
/// The mask of services is not valid.
public let errSecInvalidServiceMask: OSStatus = -67717
/// The module is not loaded.
public let errSecModuleNotLoaded: OSStatus = -67718
/// The identifier of the sub-service is not valid.
public let errSecInvalidSubServiceID: OSStatus = -67719
/// The attribute is not in the context.
public let errSecAttributeNotInContext: OSStatus = -67720
/// The module manager could not be set up.
public let errSecModuleManagerInitializeFailed: OSStatus = -67721
/// The module manager was not found.
public let errSecModuleManagerNotFound: OSStatus = -67722
/// The callback for events was not found.
public let errSecEventNotificationCallbackNotFound: OSStatus = -67723
/// The length of the input is wrong.
public let errSecInputLengthError: OSStatus = -67724
/// The length of the output is wrong.
public let errSecOutputLengthError: OSStatus = -67725
/// The privilege is not supported.
public let errSecPrivilegeNotSupported: OSStatus = -67726
/// The device reported an error.
public let errSecDeviceError: OSStatus = -67727
/// The handle of the attached module is busy.
public let errSecAttachHandleBusy: OSStatus = -67728
/// No user is logged in.
public let errSecNotLoggedIn: OSStatus = -67729
/// The algorithms do not match.
public let errSecAlgorithmMismatch: OSStatus = -67730
/// The key may not be used for this operation.
public let errSecKeyUsageIncorrect: OSStatus = -67731
/// The type of the key blob is wrong.
public let errSecKeyBlobTypeIncorrect: OSStatus = -67732
/// The header of the key is inconsistent.
public let errSecKeyHeaderInconsistent: OSStatus = -67733
/// The format of the key is not supported.
public let errSecUnsupportedKeyFormat: OSStatus = -67734
/// The size of the key is not supported.
public let errSecUnsupportedKeySize: OSStatus = -67735
/// The mask of key usages is not valid.
public let errSecInvalidKeyUsageMask: OSStatus = -67736
/// The mask of key usages is not supported.
public let errSecUnsupportedKeyUsageMask: OSStatus = -67737
/// The mask of key attributes is not valid.
public let errSecInvalidKeyAttributeMask: OSStatus = -67738
/// The mask of key attributes is not supported.
public let errSecUnsupportedKeyAttributeMask: OSStatus = -67739
/// The label of the key is not valid.
public let errSecInvalidKeyLabel: OSStatus = -67740
/// The label of the key is not supported.
public let errSecUnsupportedKeyLabel: OSStatus = -67741
/// The format of the key is not valid.
public let errSecInvalidKeyFormat: OSStatus = -67742
/// A vector of buffers is not supported.
public let errSecUnsupportedVectorOfBuffers: OSStatus = -67743
/// The input vector is not valid.
public let errSecInvalidInputVector: OSStatus = -67744
/// The output vector is not valid.
public let errSecInvalidOutputVector: OSStatus = -67745
/// The context is not valid.
public let errSecInvalidContext: OSStatus = -67746
/// The algorithm is not valid.
public let errSecInvalidAlgorithm: OSStatus = -67747
/// The attribute for the key is not valid.
public let errSecInvalidAttributeKey: OSStatus = -67748
/// The attribute for the key is missing.
public let errSecMissingAttributeKey: OSStatus = -67749
/// The attribute for the initialisation vector is not valid.
public let errSecInvalidAttributeInitVector: OSStatus = -67750
/// The attribute for the initialisation vector is missing.
public let errSecMissingAttributeInitVector: OSStatus = -67751
/// The attribute for the salt is not valid.
public let errSecInvalidAttributeSalt: OSStatus = -67752
/// The attribute for the salt is missing.
public let errSecMissingAttributeSalt: OSStatus = -67753
/// The attribute for the padding is not valid.
public let errSecInvalidAttributePadding: OSStatus = -67754
/// The attribute for the padding is missing.
public let errSecMissingAttributePadding: OSStatus = -67755
/// The attribute for the random number is not valid.
public let errSecInvalidAttributeRandom: OSStatus = -67756
/// The attribute for the random number is missing.
public let errSecMissingAttributeRandom: OSStatus = -67757
/// The attribute for the seed is not valid.
public let errSecInvalidAttributeSeed: OSStatus = -67758
/// The attribute for the seed is missing.
public let errSecMissingAttributeSeed: OSStatus = -67759
/// The attribute for the passphrase is not valid.
public let errSecInvalidAttributePassphrase: OSStatus = -67760
/// The attribute for the passphrase is missing.
public let errSecMissingAttributePassphrase: OSStatus = -67761
/// The attribute for the key length is not valid.
public let errSecInvalidAttributeKeyLength: OSStatus = -67762
/// The attribute for the key length is missing.
public let errSecMissingAttributeKeyLength: OSStatus = -67763
/// The attribute for the block size is not valid.
public let errSecInvalidAttributeBlockSize: OSStatus = -67764
/// The attribute for the block size is missing.
public let errSecMissingAttributeBlockSize: OSStatus = -67765
/// The attribute for the output size is not valid.
public let errSecInvalidAttributeOutputSize: OSStatus = -67766
/// The attribute for the output size is missing.
public let errSecMissingAttributeOutputSize: OSStatus = -67767
/// The attribute for the number of rounds is not valid.
public let errSecInvalidAttributeRounds: OSStatus = -67768
/// The attribute for the number of rounds is missing.
public let errSecMissingAttributeRounds: OSStatus = -67769
/// The parameters of the algorithm are not valid.
public let errSecInvalidAlgorithmParms: OSStatus = -67770
/// The parameters of the algorithm are missing.
public let errSecMissingAlgorithmParms: OSStatus = -67771
/// The attribute for the label is not valid.
public let errSecInvalidAttributeLabel: OSStatus = -67772
/// The attribute for the label is missing.
public let errSecMissingAttributeLabel: OSStatus = -67773
/// The attribute for the key type is not valid.
public let errSecInvalidAttributeKeyType: OSStatus = -67774
/// The attribute for the key type is missing.
public let errSecMissingAttributeKeyType: OSStatus = -67775
/// The attribute for the mode is not valid.
public let errSecInvalidAttributeMode: OSStatus = -67776
/// The attribute for the mode is missing.
public let errSecMissingAttributeMode: OSStatus = -67777
/// The attribute for the number of effective bits is not valid.
public let errSecInvalidAttributeEffectiveBits: OSStatus = -67778
/// The attribute for the number of effective bits is missing.
public let errSecMissingAttributeEffectiveBits: OSStatus = -67779
/// The attribute for the start date is not valid.
public let errSecInvalidAttributeStartDate: OSStatus = -67780
/// The attribute for the start date is missing.
public let errSecMissingAttributeStartDate: OSStatus = -67781
/// The attribute for the end date is not valid.
public let errSecInvalidAttributeEndDate: OSStatus = -67782
/// The attribute for the end date is missing.
public let errSecMissingAttributeEndDate: OSStatus = -67783
/// The attribute for the version is not valid.
public let errSecInvalidAttributeVersion: OSStatus = -67784
/// The attribute for the version is missing.
public let errSecMissingAttributeVersion: OSStatus = -67785
/// The attribute for the prime is not valid.
public let errSecInvalidAttributePrime: OSStatus = -67786
/// The attribute for the prime is missing.
public let errSecMissingAttributePrime: OSStatus = -67787
/// The attribute for the base is not valid.
public let errSecInvalidAttributeBase: OSStatus = -67788
/// The attribute for the base is missing.
public let errSecMissingAttributeBase: OSStatus = -67789
/// The attribute for the subprime is not valid.
public let errSecInvalidAttributeSubprime: OSStatus = -67790
/// The attribute for the subprime is missing.
public let errSecMissingAttributeSubprime: OSStatus = -67791
/// The attribute for the iteration count is not valid.
public let errSecInvalidAttributeIterationCount: OSStatus = -67792
/// The attribute for the iteration count is missing.
public let errSecMissingAttributeIterationCount: OSStatus = -67793
/// The attribute for the database handle is not valid.
public let errSecInvalidAttributeDLDBHandle: OSStatus = -67794
/// The attribute for the database handle is missing.
public let errSecMissingAttributeDLDBHandle: OSStatus = -67795
/// The attribute for the access credentials is not valid.
public let errSecInvalidAttributeAccessCredentials: OSStatus = -67796
/// The attribute for the access credentials is missing.
public let errSecMissingAttributeAccessCredentials: OSStatus = -67797
/// The attribute for the format of public keys is not valid.
public let errSecInvalidAttributePublicKeyFormat: OSStatus = -67798
/// The attribute for the format of public keys is missing.
public let errSecMissingAttributePublicKeyFormat: OSStatus = -67799
/// The attribute for the format of private keys is not valid.
public let errSecInvalidAttributePrivateKeyFormat: OSStatus = -67800
/// The attribute for the format of private keys is missing.
public let errSecMissingAttributePrivateKeyFormat: OSStatus = -67801
/// The attribute for the format of symmetric keys is not valid.
public let errSecInvalidAttributeSymmetricKeyFormat: OSStatus = -67802
/// The attribute for the format of symmetric keys is missing.
public let errSecMissingAttributeSymmetricKeyFormat: OSStatus = -67803
/// The attribute for the format of wrapped keys is not valid.
public let errSecInvalidAttributeWrappedKeyFormat: OSStatus = -67804
/// The attribute for the format of wrapped keys is missing.
public let errSecMissingAttributeWrappedKeyFormat: OSStatus = -67805
/// A staged operation is in progress.
public let errSecStagedOperationInProgress: OSStatus = -67806
/// No staged operation was started.
public let errSecStagedOperationNotStarted: OSStatus = -67807
/// The signature could not be verified.
public let errSecVerifyFailed: OSStatus = -67808
/// The size of the answer is unknown.
public let errSecQuerySizeUnknown: OSStatus = -67809
/// The block sizes do not match.
public let errSecBlockSizeMismatch: OSStatus = -67810
/// The public key is inconsistent.
public let errSecPublicKeyInconsistent: OSStatus = -67811
/// The device could not be verified.
public let errSecDeviceVerifyFailed: OSStatus = -67812
/// The login name is not valid.
public let errSecInvalidLoginName: OSStatus = -67813
/// The user is logged in already.
public let errSecAlreadyLoggedIn: OSStatus = -67814
/// The digest algorithm is not valid.
public let errSecInvalidDigestAlgorithm: OSStatus = -67815
/// The group of revocation lists is not valid.
public let errSecInvalidCRLGroup: OSStatus = -67816
/// The certificate cannot be used for this operation.
public let errSecCertificateCannotOperate: OSStatus = -67817
/// The certificate has expired.
public let errSecCertificateExpired: OSStatus = -67818
/// The certificate is not valid yet.
public let errSecCertificateNotValidYet: OSStatus = -67819
/// The certificate was revoked.
public let errSecCertificateRevoked: OSStatus = -67820
/// The certificate is suspended.
public let errSecCertificateSuspended: OSStatus = -67821
/// The credentials do not suffice.
public let errSecInsufficientCredentials: OSStatus = -67822
/// The action is not valid.
public let errSecInvalidAction: OSStatus = -67823
/// The authority is not valid.
public let errSecInvalidAuthority: OSStatus = -67824
/// The action after verification failed.
public let errSecVerifyActionFailed: OSStatus = -67825
/// The certificate authority is not valid.
public let errSecInvalidCertAuthority: OSStatus = -67826
/// The authority of the revocation list is not valid.
public let errSecInvalidCRLAuthority: OSStatus = -67827
/// The authority of the revocation list is not valid.
@available(*, deprecated, renamed: "errSecInvalidCRLAuthority")
public let errSecInvaldCRLAuthority: OSStatus = -67827
/// The encoding of the revocation list is not valid.
public let errSecInvalidCRLEncoding: OSStatus = -67828
/// The type of the revocation list is not valid.
public let errSecInvalidCRLType: OSStatus = -67829
/// The revocation list is not valid.
public let errSecInvalidCRL: OSStatus = -67830
/// The type of the form is not valid.
public let errSecInvalidFormType: OSStatus = -67831
/// The identification is not valid.
public let errSecInvalidID: OSStatus = -67832
/// The identifier is not valid.
public let errSecInvalidIdentifier: OSStatus = -67833
/// The index is not valid.
public let errSecInvalidIndex: OSStatus = -67834
/// The identifiers of the policy are not valid.
public let errSecInvalidPolicyIdentifiers: OSStatus = -67835
/// The text of a time is not valid.
public let errSecInvalidTimeString: OSStatus = -67836
/// The reason is not valid.
public let errSecInvalidReason: OSStatus = -67837
/// The inputs of the request are not valid.
public let errSecInvalidRequestInputs: OSStatus = -67838
/// The vector of the response is not valid.
public let errSecInvalidResponseVector: OSStatus = -67839
/// The policy for stopping is not valid.
public let errSecInvalidStopOnPolicy: OSStatus = -67840
/// The tuple is not valid.
public let errSecInvalidTuple: OSStatus = -67841
/// Multiple values are not supported.
public let errSecMultipleValuesUnsupported: OSStatus = -67842
/// The certificate is not trusted.
public let errSecNotTrusted: OSStatus = -67843
/// There is no default authority.
public let errSecNoDefaultAuthority: OSStatus = -67844
/// The form was rejected.
public let errSecRejectedForm: OSStatus = -67845
/// The request was lost.
public let errSecRequestLost: OSStatus = -67846
/// The request was rejected.
public let errSecRequestRejected: OSStatus = -67847
/// The type of address is not supported.
public let errSecUnsupportedAddressType: OSStatus = -67848
/// The service is not supported.
public let errSecUnsupportedService: OSStatus = -67849
/// The group of tuples is not valid.
public let errSecInvalidTupleGroup: OSStatus = -67850
/// The base access control lists are not valid.
public let errSecInvalidBaseACLs: OSStatus = -67851
/// The credentials of the tuple are not valid.
public let errSecInvalidTupleCredentials: OSStatus = -67852
/// The credentials of the tuple are not valid.
@available(*, deprecated, renamed: "errSecInvalidTupleCredentials")
public let errSecInvalidTupleCredendtials: OSStatus = -67852
/// The encoding is not valid.
public let errSecInvalidEncoding: OSStatus = -67853
/// The validity period is not valid.
public let errSecInvalidValidityPeriod: OSStatus = -67854
/// The requestor is not valid.
public let errSecInvalidRequestor: OSStatus = -67855
/// The descriptor of the request is not valid.
public let errSecRequestDescriptor: OSStatus = -67856
/// The information of the bundle is not valid.
public let errSecInvalidBundleInfo: OSStatus = -67857
/// The index of the revocation list is not valid.
public let errSecInvalidCRLIndex: OSStatus = -67858
/// There are no field values.
public let errSecNoFieldValues: OSStatus = -67859
/// The format of the field is not supported.
public let errSecUnsupportedFieldFormat: OSStatus = -67860
/// The information on the index is not supported.
public let errSecUnsupportedIndexInfo: OSStatus = -67861
/// The locality is not supported.
public let errSecUnsupportedLocality: OSStatus = -67862
/// The number of attributes is not supported.
public let errSecUnsupportedNumAttributes: OSStatus = -67863
/// The number of indexes is not supported.
public let errSecUnsupportedNumIndexes: OSStatus = -67864
/// The number of record types is not supported.
public let errSecUnsupportedNumRecordTypes: OSStatus = -67865
/// A field was given more than once.
public let errSecFieldSpecifiedMultiple: OSStatus = -67866
/// The format of the field is not compatible.
public let errSecIncompatibleFieldFormat: OSStatus = -67867
/// The parsing module is not valid.
public let errSecInvalidParsingModule: OSStatus = -67868
/// The database is locked.
public let errSecDatabaseLocked: OSStatus = -67869
/// The data store is open.
public let errSecDatastoreIsOpen: OSStatus = -67870
/// A value is missing.
public let errSecMissingValue: OSStatus = -67871
/// The limits of the query are not supported.
public let errSecUnsupportedQueryLimits: OSStatus = -67872
/// The number of predicates in the query is not supported.
public let errSecUnsupportedNumSelectionPreds: OSStatus = -67873
/// The operator is not supported.
public let errSecUnsupportedOperator: OSStatus = -67874
/// The location of the database is not valid.
public let errSecInvalidDBLocation: OSStatus = -67875
/// The request for access is not valid.
public let errSecInvalidAccessRequest: OSStatus = -67876
/// The information on the index is not valid.
public let errSecInvalidIndexInfo: OSStatus = -67877
/// The new owner is not valid.
public let errSecInvalidNewOwner: OSStatus = -67878
/// The mode of modification is not valid.
public let errSecInvalidModifyMode: OSStatus = -67879
/// An extension that is needed is missing.
public let errSecMissingRequiredExtension: OSStatus = -67880
/// The extended key usage extension is not marked as critical.
public let errSecExtendedKeyUsageNotCritical: OSStatus = -67881
/// A timestamp was expected and is missing.
public let errSecTimestampMissing: OSStatus = -67882
/// The timestamp is not valid.
public let errSecTimestampInvalid: OSStatus = -67883
/// The timestamp is not trusted.
public let errSecTimestampNotTrusted: OSStatus = -67884
/// The timestamp service is not available.
public let errSecTimestampServiceNotAvailable: OSStatus = -67885
/// The timestamp uses an unknown or unsupported algorithm.
public let errSecTimestampBadAlg: OSStatus = -67886
/// The timestamp request is not permitted or not supported.
public let errSecTimestampBadRequest: OSStatus = -67887
/// The timestamp data has the wrong format.
public let errSecTimestampBadDataFormat: OSStatus = -67888
/// The time source of the timestamp service is not available.
public let errSecTimestampTimeNotAvailable: OSStatus = -67889
/// The timestamp service does not support the policy.
public let errSecTimestampUnacceptedPolicy: OSStatus = -67890
/// The timestamp service does not support the extension.
public let errSecTimestampUnacceptedExtension: OSStatus = -67891
/// The timestamp service does not have the additional information that was requested.
public let errSecTimestampAddInfoNotAvailable: OSStatus = -67892
/// The timestamp service has a system failure.
public let errSecTimestampSystemFailure: OSStatus = -67893
/// The signing time was expected and is missing.
public let errSecSigningTimeMissing: OSStatus = -67894
/// The timestamp request was rejected.
public let errSecTimestampRejection: OSStatus = -67895
/// The timestamp request is waiting.
public let errSecTimestampWaiting: OSStatus = -67896
/// The timestamp service will be revoked soon.
public let errSecTimestampRevocationWarning: OSStatus = -67897
/// The timestamp service was revoked.
public let errSecTimestampRevocationNotification: OSStatus = -67898
/// The policy of the certificate is not allowed.
public let errSecCertificatePolicyNotAllowed: OSStatus = -67899
/// The name in the certificate is not allowed.
public let errSecCertificateNameNotAllowed: OSStatus = -67900
/// The validity period of the certificate is too long.
public let errSecCertificateValidityPeriodTooLong: OSStatus = -67901
/// The certificate belongs to an authority, but a leaf certificate is expected.
public let errSecCertificateIsCA: OSStatus = -67902
/// The certificate contains an extension more than once.
public let errSecCertificateDuplicateExtension: OSStatus = -67903
/// A statement of the qualified certificate is missing.
public let errSecMissingQualifiedCertStatement: OSStatus = -67904
