// SPDX-License-Identifier: Apache-2.0
//! Adds a password, finds it, removes it: in Rust, by its foreign function interface alone.
//!
//!     rustc password.rs -L native=$PREFIX/lib -C link-arg=-Wl,-rpath,$PREFIX/lib \
//!       -L native=$PREFIX/lib/latchkey -C link-arg=-Wl,-rpath,$PREFIX/lib/latchkey
use std::os::raw::{c_char, c_long, c_void};
use std::ptr::{null, null_mut};

type Ref = *const c_void;

#[link(name = "Security")]
extern "C" {
    static kSecClass: Ref;
    static kSecClassGenericPassword: Ref;
    static kSecAttrService: Ref;
    static kSecAttrAccount: Ref;
    static kSecValueData: Ref;
    static kSecReturnData: Ref;
    fn SecItemAdd(attributes: Ref, result: *mut Ref) -> i32;
    fn SecItemCopyMatching(query: Ref, result: *mut Ref) -> i32;
    fn SecItemDelete(query: Ref) -> i32;
}

#[link(name = "Foundation")]
extern "C" {
    static kCFBooleanTrue: Ref;
    fn CFStringCreateWithBytes(
        allocator: Ref, bytes: *const c_char, count: c_long, encoding: u32, external: u8,
    ) -> Ref;
    fn CFDataCreate(allocator: Ref, bytes: *const u8, count: c_long) -> Ref;
    fn CFDataGetLength(data: Ref) -> c_long;
    fn CFDataGetBytePtr(data: Ref) -> *const u8;
    fn CFDictionaryCreate(
        allocator: Ref, keys: *const Ref, values: *const Ref, count: c_long, key_calls: Ref,
        value_calls: Ref,
    ) -> Ref;
    fn CFRelease(object: Ref);
}

/// An object that is released at the end of its scope.
struct Held(Ref);

impl Drop for Held {
    fn drop(&mut self) {
        unsafe { CFRelease(self.0) }
    }
}

fn string(text: &str) -> Held {
    let bytes = text.as_ptr() as *const c_char;
    Held(unsafe { CFStringCreateWithBytes(null(), bytes, text.len() as c_long, 0x0800_0100, 0) })
}

/// Makes a dictionary without call-backs, so its keys and values must live as long.
fn dictionary(pairs: &[(Ref, Ref)]) -> Held {
    let keys: Vec<Ref> = pairs.iter().map(|pair| pair.0).collect();
    let values: Vec<Ref> = pairs.iter().map(|pair| pair.1).collect();
    let count = pairs.len() as c_long;
    Held(unsafe {
        CFDictionaryCreate(null(), keys.as_ptr(), values.as_ptr(), count, null(), null())
    })
}

fn main() {
    let (service, account) = (string("example.org"), string("in Rust"));
    let password = b"correct horse";
    unsafe {
        let secret = Held(CFDataCreate(null(), password.as_ptr(), password.len() as c_long));
        let item = [
            (kSecClass, kSecClassGenericPassword),
            (kSecAttrService, service.0),
            (kSecAttrAccount, account.0),
        ];
        let with = |key, value| dictionary(&[&item[..], &[(key, value)]].concat());
        assert_eq!(SecItemAdd(with(kSecValueData, secret.0).0, null_mut()), 0);
        let mut found: Ref = null();
        assert_eq!(SecItemCopyMatching(with(kSecReturnData, kCFBooleanTrue).0, &mut found), 0);
        let found = Held(found);
        let length = CFDataGetLength(found.0) as usize;
        let bytes = std::slice::from_raw_parts(CFDataGetBytePtr(found.0), length);
        println!("Rust: {}", String::from_utf8_lossy(bytes));
        assert_eq!(SecItemDelete(dictionary(&item).0), 0);
    }
}
