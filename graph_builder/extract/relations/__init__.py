"""Short readers of advising, service and topics in plain lists."""
