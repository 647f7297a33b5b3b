"""Settings of all tests."""

import signal

# Programs that are started in the background inherit that interrupts are ignored. Those that the
# tests start are to be interrupted wherever the tests run.
signal.signal(signal.SIGINT, signal.default_int_handler)
