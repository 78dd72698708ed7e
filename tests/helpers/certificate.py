"""A certificate that 127.0.0.1 signed for itself, for servers of tests that speak TLS."""

import datetime as dt
import ipaddress
import ssl
from pathlib import Path


def self_signed() -> tuple[bytes, bytes]:
    """Return a certificate and its key; the package ``cryptography`` is not there on every system."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return certificate.public_bytes(pem), private


def tls_of_server(folder: Path) -> tuple[ssl.SSLContext, Path]:
    """Return what a server speaks TLS with, and the file of the certificate that its clients must trust."""
    certificate, key = self_signed()
    both, trusted = folder / "server.pem", folder / "trusted.pem"
    both.write_bytes(certificate + key)
    trusted.write_bytes(certificate)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(both)
    return context, trusted
