"""A name server for one name, as a cluster's gives it for a headless Service: the addresses of all ready replicas."""

import socket
import struct
import threading

A, NO_ERROR, NAME_ERROR = 1, 0, 3


class NameServer:
    """Answers on 127.0.0.1 at `port` until it is closed. `addresses` may change at any time."""

    def __init__(self, name):
        self.name, self.addresses = name, []
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self):
        # Closing does not wake a thread that waits; an empty question does.
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as waker:
            waker.sendto(b"", ("127.0.0.1", self.port))
        self._thread.join()
        self._socket.close()

    def _serve(self):
        while True:
            question, caller = self._socket.recvfrom(4096)
            if not question:
                return
            self._socket.sendto(self._answer(question), caller)

    def _answer(self, query):
        labels, at = [], 12
        while query[at]:
            labels.append(query[at + 1 : at + 1 + query[at]].decode())
            at += 1 + query[at]
        kind = struct.unpack_from(">H", query, at + 1)[0]
        known = ".".join(labels) == self.name
        addresses = list(self.addresses) if known and kind == A else []
        flags = 0x8580 | (NO_ERROR if known else NAME_ERROR)
        head = query[:2] + struct.pack(">HHHHH", flags, 1, len(addresses), 0, 0)
        record = struct.pack(">HHHIH", 0xC00C, A, 1, 1, 4)
        return head + query[12 : at + 5] + b"".join(record + socket.inet_aton(address) for address in addresses)
