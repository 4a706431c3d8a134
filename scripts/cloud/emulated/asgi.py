"""Requests and answers of the server that the emulator runs on."""


async def read_body(receive):
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            return body


async def send_answer(send, status, headers, body):
    await send({"type": "http.response.start", "status": status,
                "headers": [(name.lower().encode(), value.encode()) for name, value in headers]})
    await send({"type": "http.response.body", "body": body})
