"""Carries packets between network namespaces with a delay, a loss and partitions, as `tc netem` would.

Not every kernel has netem, and this one draws its losses from a seed.

  packet_switch.py SEED DELAY_SECONDS LOSS DEVICE=ADDRESS...

makes a TUN device for each node and says "ready"; whoever started it moves each into its namespace. Commands on standard
input: "cut ADDRESS ADDRESS" and "heal". It ends with its standard input.
"""

import fcntl
import heapq
import os
import random
import selectors
import socket
import struct
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TUN = 0x0001
IFF_NO_PI = 0x1000
MAX_PACKET = 65_535
DESTINATION = slice(16, 20)


def open_device(name):
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TUN | IFF_NO_PI))
    return device


def main():
    seed, delay, loss = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
    draw = random.Random(seed).random
    addresses = {}
    devices = {}
    selector = selectors.DefaultSelector()
    for node in sys.argv[4:]:
        name, address = node.split("=")
        device = open_device(name)
        addresses[device] = socket.inet_aton(address)
        devices[addresses[device]] = device
        selector.register(device, selectors.EVENT_READ)
    selector.register(sys.stdin.fileno(), selectors.EVENT_READ)
    print("ready", flush=True)

    cuts = set()
    queue = []
    number = 0
    commands = b""
    while True:
        wait = max(0, queue[0][0] - time.monotonic()) if queue else None
        for key, _ in selector.select(wait):
            if key.fd == sys.stdin.fileno():
                read = os.read(key.fd, 4096)
                if not read:
                    return
                *lines, commands = (commands + read).split(b"\n")
                for line in lines:
                    words = line.decode().split()
                    if words[0] == "heal":
                        cuts.clear()
                    else:
                        one, other = (socket.inet_aton(address) for address in words[1:])
                        cuts.update({(one, other), (other, one)})
                continue
            source = addresses[key.fd]
            while True:
                try:
                    packet = os.read(key.fd, MAX_PACKET)
                except OSError:
                    break
                destination = packet[DESTINATION]
                target = devices.get(destination)
                if target is None or (source, destination) in cuts or draw() < loss:
                    continue
                number += 1
                heapq.heappush(queue, (time.monotonic() + delay, number, target, packet))
        now = time.monotonic()
        while queue and queue[0][0] <= now:
            _, _, target, packet = heapq.heappop(queue)
            try:
                os.write(target, packet)
            except OSError:
                pass  # The device is full or down: the packet is lost, as on a real network.


main()
