"""Makes PDFs that a password protects, by the standard handler of PDF 1.4 (RC4 of 128 bits), for tests alone."""

from __future__ import annotations

from hashlib import md5

_PAD = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
_ID = b"0123456789abcdef"
_PERMISSIONS = -44


def encrypted_pdf(words: str, password: str, *, title: str = "Secret plans") -> bytes:
    """A PDF of one page with some words, which opens with the password alone."""
    owner = _owner_entry(password, "owner")
    key = _file_key(password, owner)
    shown = f"BT /F1 14 Tf 72 700 Td ({words}) Tj ET".encode()
    sealed = _rc4(_object_key(key, 4), shown)
    objects = {
        1: b"<</Type/Catalog/Pages 2 0 R>>",
        2: b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>",
        4: b"<</Length %d>>stream\n%b\nendstream" % (len(sealed), sealed),
        5: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        6: b"<</Title<%s>>>" % _rc4(_object_key(key, 6), title.encode()).hex().encode(),
        7: b"<</Filter/Standard/V 2/R 3/Length 128/P %d/O<%s>/U<%s>>>"
        % (_PERMISSIONS, owner.hex().encode(), _user_entry(key).hex().encode()),
    }
    made, offsets = bytearray(b"%PDF-1.4\n"), list[int]()
    for number, body in objects.items():
        offsets.append(len(made))
        made += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = len(made)
    made += b"xref\n0 8\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    identifier = _ID.hex().encode()
    made += b"trailer<</Size 8/Root 1 0 R/Info 6 0 R/Encrypt 7 0 R/ID[<%s><%s>]>>\n" % (identifier, identifier)
    return bytes(made + b"startxref\n%d\n%%%%EOF\n" % table)


def _padded(password: str) -> bytes:
    return (password.encode("latin-1") + _PAD)[:32]


def _owner_entry(user: str, owner: str) -> bytes:
    key = md5(_padded(owner)).digest()
    for _ in range(50):
        key = md5(key).digest()
    return _rc4_rounds(key, _padded(user))


def _file_key(password: str, owner_entry: bytes) -> bytes:
    key = md5(_padded(password) + owner_entry + _PERMISSIONS.to_bytes(4, "little", signed=True) + _ID).digest()
    for _ in range(50):
        key = md5(key).digest()
    return key


def _user_entry(key: bytes) -> bytes:
    return _rc4_rounds(key, md5(_PAD + _ID).digest()) + bytes(16)


def _object_key(key: bytes, number: int) -> bytes:
    return md5(key + number.to_bytes(3, "little") + bytes(2)).digest()


def _rc4_rounds(key: bytes, content: bytes) -> bytes:
    for number in range(20):
        content = _rc4(bytes(byte ^ number for byte in key), content)
    return content


def _rc4(key: bytes, content: bytes) -> bytes:
    box = list(range(256))
    mixed = 0
    for at in range(256):
        mixed = (mixed + box[at] + key[at % len(key)]) & 255
        box[at], box[mixed] = box[mixed], box[at]
    made = bytearray()
    one = two = 0
    for byte in content:
        one = (one + 1) & 255
        two = (two + box[one]) & 255
        box[one], box[two] = box[two], box[one]
        made.append(byte ^ box[(box[one] + box[two]) & 255])
    return bytes(made)
