"""Secrets: tokens and keys, and the hashes of them that are stored."""

import base64
import hashlib
import secrets


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def new_id() -> str:
    return secrets.token_urlsafe(12)


def new_seed() -> int:
    return secrets.randbits(192)


def bot_seed(seed: int, seat: int, level: str) -> int:
    """What a bot's choices follow from: the match, so that it can be played again, in a way that
    leads nobody back to the deal."""
    told = f"bot:{seed}:{seat}:{level}".encode()
    return int.from_bytes(hashlib.sha256(told).digest()[:7], "big")


def hashed(secret: str) -> bytes:
    """Secrets have 128 random bits or more, so one plain hash is enough."""
    return hashlib.sha256(secret.encode()).digest()


def link_key(host_token: str, purpose: str) -> str:
    """The key of a link follows from the host's token, so the host can always ask for it."""
    digest = hashlib.blake2b(purpose.encode(), key=host_token.encode(), digest_size=16).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def address_hash(address: str, salt: bytes) -> bytes:
    return hashlib.blake2b(address.encode(), key=salt, digest_size=16).digest()
