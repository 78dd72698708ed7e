"""The key that signs evidence packs: Ed25519, made on first use and kept where API keys are."""

from base64 import b64encode
from typing import TYPE_CHECKING

from desktop_rag.config.secrets import Place, Secrets
from desktop_rag.core.errors import UserError
from desktop_rag.core.results.packs import SigningKey
from desktop_rag.core.user_text import UserText
from desktop_rag.services.packs.sealing import PUBLIC_KEY_DER, fingerprint

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_OWNER, _KIND = "evidence-packs", "signing-key"


class PackSigner:
    """Signs with the key among ``secrets``; the private half never leaves this object."""

    def __init__(self, secrets: Secrets) -> None:
        self._secrets = secrets

    def public_key(self, *, make: bool = True) -> bytes:
        """Return the public key, b"" where there is none yet and none is to be made.

        Raises:
            UserError: the key cannot be kept, or what is kept is none.

        """
        private = self._private(make=make)
        return private.public_key().public_bytes_raw() if private is not None else b""

    def sign(self, data: bytes) -> bytes:
        """Return the signature of bytes. UserError as for ``public_key``."""
        private = self._private(make=True)
        assert private is not None  # noqa: S101 - it was made
        return private.sign(data)

    def told(self) -> SigningKey:
        """Return the public key for people; it is made where there is none. UserError as for ``public_key``."""
        public = self.public_key()
        body = b64encode(PUBLIC_KEY_DER + public).decode()
        pem = f"-----BEGIN PUBLIC KEY-----\n{body}\n-----END PUBLIC KEY-----\n"
        names = (one for one in self._secrets.names() if (one.owner, one.kind) == (_OWNER, _KIND))
        place = next((one.place for one in names), Place.KEYCHAIN)
        return SigningKey(fingerprint(public), pem, place.value)

    def _private(self, *, make: bool) -> "Ed25519PrivateKey | None":
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        kept = self._secrets.get(_OWNER, _KIND)
        if not kept and make:
            fresh = Ed25519PrivateKey.generate().private_bytes_raw().hex()
            if self._secrets.set(_OWNER, _KIND, fresh) is Place.MEMORY:
                self._secrets.set(_OWNER, _KIND, "")
                raise UserError(
                    "The signing key cannot be stored: this system has no keychain, and the file for it cannot be "
                    "written.",
                    UserText("Check the folder {folder}.", folder=self._secrets.file.parent),
                )
            kept = self._secrets.get(_OWNER, _KIND)  # of another program, where that was faster
        if not kept:
            return None
        try:
            return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(kept))
        except ValueError as error:
            raise UserError(
                "What is stored as the signing key is not a key.",
                "Delete it to have a new one made: desktop-rag key delete evidence-packs --kind signing-key",
            ) from error


def is_signed(data: bytes, signature: bytes, public_key: bytes) -> bool:
    """Return True if a signature of some bytes was made with the private half of a public key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True
