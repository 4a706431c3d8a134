"""/_index/<domain>/ is the search domain: it checks rights, and passes requests on to the node at $INDEX_NODE."""
import asyncio
import http.client
import json
import os
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

from asgi import read_body, send_answer
from ministack.core.responses import get_account_id
from ministack.core.router import extract_access_key_id
from rights import REGION, enforce_for_functions, function_session

node = urlsplit(os.environ.get("INDEX_NODE", ""))
# Of its own: requests to a node that hangs must not hold up the rest of the cloud.
index_threads = ThreadPoolExecutor(max_workers=64, thread_name_prefix="index")


def ask_node(method, target, headers, body):
    connection = http.client.HTTPConnection(node.hostname, node.port)
    try:
        connection.request(method, target, body or None, headers)
        answer = connection.getresponse()
        kept = [(name, value) for name, value in answer.getheaders()
                if name.lower() not in ("transfer-encoding", "connection")]
        return answer.status, kept, answer.read()
    except OSError as error:
        return 503, [("content-type", "application/json")], json.dumps({"message": str(error)}).encode()
    finally:
        connection.close()


def index_rights(headers, method, path):
    """None if the request may pass; else what the domain answers."""
    access_key = extract_access_key_id(headers, {})
    session = function_session(access_key)
    domain, _, resource = path.removeprefix("/_index/").partition("/")
    arn = f"arn:aws:es:{REGION}:{get_account_id()}:domain/{domain}/{resource}"
    action = f"es:ESHttp{method.capitalize()}"
    if session is None:
        return f"no function's signature on {method} /{resource}"
    if enforce_for_functions(access_key, action, "es", REGION, resource_arn=arn) is None:
        return None
    return f"User: {session[1]} is not authorized to perform: {action} on resource: {arn}"


async def serve_index(scope, receive, send):
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
    method, path = scope["method"], scope["path"]
    body = await read_body(receive)
    refusal = index_rights(headers, method, path)
    if refusal:
        return await send_answer(send, 403, [("content-type", "application/json")],
                                 json.dumps({"message": refusal}).encode())
    raw = scope["raw_path"].decode("latin-1").removeprefix("/_index/").partition("/")[2]
    query = scope["query_string"].decode("latin-1")
    onward = {name: headers[name] for name in ("content-type", "accept", "content-encoding") if name in headers}
    loop = asyncio.get_running_loop()
    answer = await loop.run_in_executor(
        index_threads, ask_node, method, f"/{raw}{'?' if query else ''}{query}", onward, body)
    await send_answer(send, *answer)
