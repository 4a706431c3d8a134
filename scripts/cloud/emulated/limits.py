"""Limits that AWS documents and ministack does not know (docs/limits.md names the pages)."""
import base64
import contextvars
import json
import re
import secrets
import threading
import time

from asgi import send_answer
from ministack.core.responses import error_response_json
from ministack.services import kms, lambda_svc, sqs
from ministack.services.cloudformation import provisioners

PAYLOAD_BYTES = 6 * 1024 * 1024
RESPONSE_BYTES = 6_291_556
VARIABLES_BYTES = 4096
HEADER_BYTES = 10_240
BODY_BYTES = 10 * 1024 * 1024
ROUNDS = 16
BATCH_WITHOUT_WINDOW = 10
BATCH = 10_000
WINDOW_SECONDS = 300
SIDE_BY_SIDE = 10
SIGNED_BYTES = 4096
TOO_LARGE = "RequestTooLargeException"
TOO_LONG = "Request Too Long"


def size_of(value):
    return len(json.dumps(value, ensure_ascii=False).encode())


# ---- Sizes of a function ----

def too_many_variables(data):
    variables = (data.get("Environment") or {}).get("Variables") or {}
    size = size_of(variables)
    if size <= VARIABLES_BYTES:
        return None
    return error_response_json(
        "InvalidParameterValueException",
        "Lambda was unable to configure your environment variables because the environment variables you have "
        f"provided exceeded the 4KB limit. Measured: {size} bytes", 400)


create_function = lambda_svc._create_function
update_config = lambda_svc._update_config
lambda_svc._create_function = lambda data: too_many_variables(data) or create_function(data)
lambda_svc._update_config = lambda name, data: too_many_variables(data) or update_config(name, data)

invoke = lambda_svc._invoke


async def invoke_within_limits(name, event, *args, **kwargs):
    size = size_of(event)
    if size > PAYLOAD_BYTES:
        return error_response_json(
            TOO_LARGE,
            f"{size} byte payload is too large for the RequestResponse invocation type (limit {PAYLOAD_BYTES} bytes)",
            413)
    return await invoke(name, event, *args, **kwargs)


lambda_svc._invoke = invoke_within_limits


def failed(kind, message):
    return {"body": {"errorType": kind, "errorMessage": message}, "error": True, "log": message}


# ---- Recursion: a chain of requests that comes back to functions 16 times is stopped ----

# How many functions have run in the chain that led to a message, by its id; and to a trace, by its root.
depth_of_message = {}
depth_of_trace = {}
depth = contextvars.ContextVar("depth", default=0)
chains = threading.Lock()
MESSAGES = 200_000


def depth_of(event):
    records = event.get("Records") if isinstance(event, dict) else None
    return max((depth_of_message.get(one.get("messageId"), 0) for one in records or [] if isinstance(one, dict)),
               default=0)


def trace_of_invocation(config, inbound=None):
    """What the SDK sends along with each request of this invocation; so a message is known to come of it."""
    root = f"1-{int(time.time()):08x}-{secrets.token_hex(12)}"
    with chains:
        depth_of_trace[root] = depth.get()
        while len(depth_of_trace) > MESSAGES:
            del depth_of_trace[next(iter(depth_of_trace))]
    return f"Root={root};Parent={secrets.token_hex(8)};Sampled=1"


lambda_svc._xray_trace_id_for_invocation = trace_of_invocation

handle_sqs = sqs.handle_request


async def note_messages(method, path, headers, body, query_params):
    answer = await handle_sqs(method, path, headers, body, query_params)
    root = re.search(r"Root=([^;]+)", headers.get("x-amzn-trace-id", ""))
    if root and ".SendMessage" in headers.get("x-amz-target", "") and answer[0] == 200:
        sent = json.loads(answer[2])
        with chains:
            for one in [sent, *(sent.get("Successful") or [])]:
                if "MessageId" in one:
                    depth_of_message[one["MessageId"]] = depth_of_trace.get(root.group(1), 0)
            while len(depth_of_message) > MESSAGES:
                del depth_of_message[next(iter(depth_of_message))]
    return answer


sqs.handle_request = note_messages

execute = lambda_svc._execute_function


def execute_within_limits(func, event):
    config = func.get("config") or func
    rounds = depth_of(event) + 1
    if rounds > ROUNDS and func.get("recursive_loop") != "Allow":
        message = f"{config.get('FunctionName')} was stopped: invoked {rounds} times in the same chain of requests"
        print(f"Recursion: {message}", flush=True)
        return failed("RecursiveInvocationException", message)
    size = size_of(event)
    if size > PAYLOAD_BYTES:
        return failed(TOO_LARGE, f"{size} byte payload is too large (limit {PAYLOAD_BYTES} bytes)")
    token = depth.set(rounds)
    try:
        result = execute(func, event)
    finally:
        depth.reset(token)
    if size_of(result.get("body")) > RESPONSE_BYTES:
        return failed("Function.ResponseSizeTooLarge",
                      f"Response payload size exceeded maximum allowed payload size ({RESPONSE_BYTES} bytes).")
    return result


lambda_svc._execute_function = execute_within_limits

proxy_response = lambda_svc.lambda_execute_result_to_api_proxy_response


def proxy_response_within_limits(result):
    """The gateway says of a request that Lambda does not carry that it is too long; of another failure that it failed."""
    body = result.get("body")
    if isinstance(body, dict) and body.get("errorType") == TOO_LARGE:
        return {"statusCode": 413, "headers": {"Content-Type": "application/json"},
                "body": json.dumps({"message": TOO_LONG})}, None
    return proxy_response(result)


lambda_svc.lambda_execute_result_to_api_proxy_response = proxy_response_within_limits

# A stack says of a function whether its chains may go on; ministack's CloudFormation leaves that out.
function_in_stack = provisioners._RESOURCE_HANDLERS["AWS::Lambda::Function"]
create_function_in_stack = function_in_stack["create"]
update_function_in_stack = function_in_stack["update"]


def with_recursion(made, props):
    function = lambda_svc._functions.get(made[0])
    if function is not None:
        function["recursive_loop"] = props.get("RecursiveLoop", "Terminate")
    return made


function_in_stack["create"] = lambda logical_id, props, *more: (
    with_recursion(create_function_in_stack(logical_id, props, *more), props))
function_in_stack["update"] = lambda physical_id, old, new, *more: (
    with_recursion(update_function_in_stack(physical_id, old, new, *more), new))


# ---- Event sources: how many records at once, how long they wait for more. How many functions at once ministack knows ----

def source_refusal(source):
    """Why an account refuses an event source with such properties; None if it takes it."""
    is_queue = ":sqs:" in source.get("EventSourceArn", "")
    size = int(source.get("BatchSize") or 10)
    window = int(source.get("MaximumBatchingWindowInSeconds") or 0)
    factor = int(source.get("ParallelizationFactor") or 1)
    if size > BATCH:
        return f"BatchSize {size} is more than {BATCH}"
    if window > WINDOW_SECONDS:
        return f"MaximumBatchingWindowInSeconds {window} is more than {WINDOW_SECONDS}"
    if is_queue and size > BATCH_WITHOUT_WINDOW and window == 0:
        return ("Maximum batch window in seconds must be greater than 0 if maximum batch size is greater than "
                f"{BATCH_WITHOUT_WINDOW}")
    if factor > SIDE_BY_SIDE:
        return f"ParallelizationFactor {factor} is more than {SIDE_BY_SIDE}"
    return None


def source_error(source):
    message = source_refusal(source)
    return error_response_json("InvalidParameterValueException", message, 400) if message else None


create_source = lambda_svc._create_esm
update_source = lambda_svc._update_esm
lambda_svc._create_esm = lambda data: source_error(data) or create_source(data)
lambda_svc._update_esm = lambda name, data: (
    source_error({**(lambda_svc._esms.get(name) or {}), **data}) or update_source(name, data))

source_in_stack = provisioners._RESOURCE_HANDLERS["AWS::Lambda::EventSourceMapping"]
create_in_stack = source_in_stack["create"]
update_in_stack = source_in_stack["update"]


def refuse_in_stack(props):
    """CloudFormation asks Lambda, so it refuses the same."""
    message = source_refusal(props)
    refused = lambda_svc._validate_scaling_config(props, props.get("EventSourceArn", ""))
    if message or refused:
        raise ValueError(message or json.loads(refused[2])["message"])


def create_source_in_stack(logical_id, props, stack_name):
    refuse_in_stack(props)
    return create_in_stack(logical_id, props, stack_name)


def update_source_in_stack(physical_id, old_props, new_props, stack_name):
    refuse_in_stack(new_props)
    return update_in_stack(physical_id, old_props, new_props, stack_name)


source_in_stack["create"] = create_source_in_stack
source_in_stack["update"] = update_source_in_stack


# ---- Keys ----

sign = kms._sign


def sign_within_limits(data):
    size = len(base64.b64decode(data.get("Message", "")))
    if data.get("MessageType", "RAW") == "RAW" and size > SIGNED_BYTES:
        return error_response_json(
            "ValidationException",
            "1 validation error detected: Value at 'message' failed to satisfy constraint: Member must have length "
            f"less than or equal to {SIGNED_BYTES}", 400)
    return sign(data)


kms._sign = sign_within_limits


# ---- The gateway ----

async def refuse_at_gateway(scope, send):
    """True if the HTTP API has refused a request for its size."""
    if scope["type"] != "http" or not scope["path"].startswith("/_aws/execute-api/"):
        return False
    headers = scope["headers"]
    line = len(scope.get("raw_path", b"")) + len(scope.get("query_string", b""))
    total = line + sum(len(name) + len(value) for name, value in headers)
    length = next((int(value) for name, value in headers if name.lower() == b"content-length"), 0)
    if total <= HEADER_BYTES and length <= BODY_BYTES:
        return False
    status, message = (431, "Request Header Fields Too Large") if total > HEADER_BYTES else (413, TOO_LONG)
    await send_answer(send, status, [("content-type", "application/json")], json.dumps({"message": message}).encode())
    return True
