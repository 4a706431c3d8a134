"""
Functions have the rights of their roles and no others. Everybody else is the account's owner: CDK, scripts, tests. Every
request of a function is written to $REQUEST_LOG, one JSON object a line, each kind of request once.
"""
import json
import os
import re
import threading

from asgi import read_body, send_answer
from ministack import app
from ministack.core import iam_actions, iam_evaluator
from ministack.core.responses import get_account_id
from ministack.core.router import extract_access_key_id
from ministack.services import iam, s3, sts

REGION = os.environ["MINISTACK_REGION"]
FUNCTIONS = "inputlist-"
LEADING_KEYS = "dynamodb:leadingkeys"


def function_session(access_key):
    """Role and name of the function whose credentials these are, or None."""
    session = sts._sessions.get(access_key or "") or {}
    _, _, rest = session.get("Arn", "").partition(":assumed-role/")
    role, _, name = rest.partition("/")
    return (role, name) if name.startswith(FUNCTIONS) else None


log_lock = threading.Lock()
logged = set()
log_file = open(os.environ["REQUEST_LOG"], "a", encoding="utf-8") if "REQUEST_LOG" in os.environ else None


# Kind of an item by its partition key: E# of E#…, and of short-lived items, which are of several kinds, T#import# of T#import#….
ITEM_KIND = re.compile(r"(?:T#)?[^#:/]*[#:/]?")


def noted_context(role, context):
    """What the conditions of a role ask about, as a request has it: all else would only make more lines of one kind."""
    policies = iam_evaluator._gather_role_policies(role, get_account_id())
    asked = {key.lower() for statements in policies for statement in statements
             for block in statement.conditions.values() for key in block}
    noted = {key.lower(): value for key, value in (context or {}).items() if key.lower() in asked}
    if LEADING_KEYS in noted:
        noted[LEADING_KEYS] = sorted({ITEM_KIND.match(key).group() for key in noted[LEADING_KEYS]})
    return noted


def log_request(session, action, resource, context, decision):
    if log_file is None:
        return
    role, name = session
    line = json.dumps({"function": name, "role": role, "action": action, "resource": resource,
                       "context": noted_context(role, context), "decision": decision})
    with log_lock:
        if line not in logged:
            logged.add(line)
            log_file.write(line + "\n")
            log_file.flush()


enforce = iam_evaluator.enforce


def enforce_for_functions(access_key_id, iam_action, service, region, resource_arn="*", service_context=None):
    session = function_session(access_key_id)
    if session is None:
        return None
    for arn in resource_arn.split(" ") if service == "ssm" else [resource_arn]:
        denied = enforce(access_key_id, iam_action, service, region, resource_arn=arn, service_context=service_context)
        decision = "Allow" if denied is None else getattr(denied, "decision", None) or denied.code
        log_request(session, iam_action, arn, service_context, decision)
        if denied is not None:
            return denied
    return None


# Buckets and queues refuse what comes without TLS, which ends before this machine.
pin_request_origin = iam_evaluator.pin_request_origin
app.pin_request_origin = lambda source_ip, secure: pin_request_origin(source_ip, True)

check_credentials = iam_evaluator.check_credentials
iam_evaluator.enforce = enforce_for_functions
iam_evaluator.check_credentials = lambda access_key_id, service=None: (
    check_credentials(access_key_id, service) if function_session(access_key_id) else None)


PARTITION_KEY = "pk"


def leading_keys(request):
    """Values of the partition key that a request of DynamoDB names; ministack leaves this condition key out."""
    found = set()

    def take(item):
        value = item.get(PARTITION_KEY) if isinstance(item, dict) else None
        if isinstance(value, dict):
            found.update(str(v) for v in value.values())

    take(request.get("Key"))
    take(request.get("Item"))
    for entry in request.get("TransactItems") or []:
        for detail in entry.values():
            take(detail.get("Key"))
            take(detail.get("Item"))
    for entry in (request.get("RequestItems") or {}).values():
        if isinstance(entry, dict):
            for key in entry.get("Keys") or []:
                take(key)
        else:
            for write in entry:
                take((write.get("PutRequest") or {}).get("Item"))
                take((write.get("DeleteRequest") or {}).get("Key"))
    condition = request.get("KeyConditionExpression")
    if condition and "IndexName" not in request:
        names = request.get("ExpressionAttributeNames") or {}
        values = request.get("ExpressionAttributeValues") or {}
        for clause in condition.split(" AND "):
            left, _, right = (part.strip() for part in clause.partition("="))
            if names.get(left, left) == PARTITION_KEY and right in values:
                found.update(str(v) for v in values[right].values())
    return sorted(found)


dynamodb_service_context = iam_actions.dynamodb_service_context


def context_with_leading_keys(body):
    context = dynamodb_service_context(body)
    try:
        keys = leading_keys(json.loads(body or b"{}"))
    except (ValueError, AttributeError):
        keys = []
    return {**context, "dynamodb:LeadingKeys": keys} if keys else context


iam_actions.dynamodb_service_context = context_with_leading_keys


extract_iam_action = iam_actions.extract_iam_action


def action_of(service, method, path, headers, body, query_params):
    """A batch of messages is no action of its own: SQS asks for the right to do what is done to each."""
    action = extract_iam_action(service, method, path, headers, body, query_params)
    return action.removesuffix("Batch") if service == "sqs" and action else action


iam_actions.extract_iam_action = action_of

extract_resource_arn = iam_actions.extract_resource_arn
DOMAIN_PATH = re.compile(r"^/2021-01-01/opensearch/domain/([^/]+)")


def resource_arn_of(service, method, path, headers, body, query_params, region, account_id):
    """
    ministack knows no resources of search domains, and none where several parameters are read at once: it takes such a request
    for one on all there are. Several parameters are separated by spaces, and each is checked.
    """
    if service == "ssm" and headers.get("x-amz-target", "").endswith(".GetParameters"):
        names = [name.removeprefix("/") for name in json.loads(body or b"{}").get("Names") or []]
        return " ".join(f"arn:aws:ssm:{region}:{account_id}:parameter/{name}" for name in names) or "*"
    domain = DOMAIN_PATH.match(path)
    if domain:
        return f"arn:aws:es:{region}:{account_id}:domain/{domain.group(1)}"
    return extract_resource_arn(service, method, path, headers, body, query_params, region, account_id)


iam_actions.extract_resource_arn = resource_arn_of

handle_s3 = s3.handle_request
BUCKET = "arn:aws:s3:::"


async def hide_missing(method, path, headers, body, query_params, *args, **kwargs):
    """
    S3 says of an object that it is not there only to who may list the bucket; to others it answers as of one that they may
    not read. Whether that asks with the key of the object as s3:prefix AWS does not say, so no condition on it matches.
    """
    answer = await handle_s3(method, path, headers, body, query_params, *args, **kwargs)
    bucket, _, key = path.lstrip("/").partition("/")
    if method not in ("GET", "HEAD") or not key or answer[0] != 404:
        return answer
    listing = enforce_for_functions(extract_access_key_id(headers, query_params), "s3:ListBucket", "s3", REGION,
                                    resource_arn=BUCKET + bucket)
    if listing is None:
        return answer
    status, refused, text = s3._error("AccessDenied", "Access Denied", 403, path)
    return status, refused, b"" if method == "HEAD" else text


s3.handle_request = hide_missing

enforce_mail = app._enforce_ses_v2


def enforce_sent_mail(method, path, headers, body, query_params, request_id):
    """
    Judges a mail as an account may at its strictest: by the sender's address and each domain above it, of which any may be the
    one that is verified, by a default set of that identity, and by the recipients, as if all were verified in the account.
    """
    if (method, path) != ("POST", "/v2/email/outbound-emails"):
        return enforce_mail(method, path, headers, body, query_params, request_id)
    mail = json.loads(body or b"{}")
    sender = mail.get("FromEmailAddress", "")
    labels = sender.rpartition("@")[2].split(".")
    recipients = [one for some in (mail.get("Destination") or {}).values() for one in some or []]
    identities = [sender, *(".".join(labels[i:]) for i in range(len(labels) - 1)), *recipients]
    sets = [mail.get("ConfigurationSetName") or "default"]
    # A whole message may be sent by either action, as AWS goes on to document both.
    actions = ["ses:SendEmail", *(["ses:SendRawEmail"] if "Raw" in (mail.get("Content") or {}) else [])]
    for kind, name in [*(("identity", one) for one in identities), *(("configuration-set", one) for one in sets)]:
        arn = f"arn:aws:ses:{REGION}:{get_account_id()}:{kind}/{name}"
        for action in actions:
            denied = app._enforce_data_plane("sesv2", action, headers, query_params, request_id, resource_arn=arn,
                                             service_context={"ses:FromAddress": sender}, named_resource=arn)
            if denied:
                return denied
    return None


app._enforce_ses_v2 = enforce_sent_mail


def evaluate_role(question):
    """Whether a role would be allowed a request by its own policies and by that of the resource."""
    role = question["role"]
    account = get_account_id()
    context = iam_evaluator.EvalContext(
        principal_arn=f"arn:aws:sts::{account}:assumed-role/{role}/session",
        principal_type="AssumedRole", principal_account=account,
        action=question["action"], resource_arn=question["resource"], region=REGION,
        secure_transport=True,
        service_context={key.lower(): value for key, value in question.get("context", {}).items()},
    )
    service = question["action"].partition(":")[0]
    policies = iam_evaluator._gather_role_policies(role, account)
    result = iam_evaluator.evaluate(context, policies)
    found = iam_evaluator._resource_policy(service, question["resource"])
    if found is not None:
        result = iam_evaluator.combine_resource_policy(result, context, *found, required=service == "kms")
    return result.decision


def evaluate_service(question):
    """Whether a service of AWS would be allowed a request by the policy of the resource."""
    account = get_account_id()
    principal = question["service"]
    context = iam_evaluator.EvalContext(
        principal_arn=principal, principal_type="Service", principal_account=account,
        action=question["action"], resource_arn=question["resource"], region=REGION, secure_transport=True,
        service_context={key.lower(): value for key, value in question.get("context", {}).items()},
    )
    found = iam_evaluator._resource_policy(question["action"].partition(":")[0], question["resource"])
    if found is None:
        return "NoPolicy"
    return iam_evaluator.evaluate_resource_policy(found[0], context, service=principal).decision


def role_statements():
    """Statements of every role of the account, by its name."""
    found = {}
    for name, role in iam._roles.items():
        documents = [json.loads(doc) if isinstance(doc, str) else doc
                     for doc in (role.get("InlinePolicies") or {}).values()]
        found[name] = [statement for document in documents for statement in document["Statement"]]
    return found


async def serve_rights(scope, receive, send):
    if scope["method"] == "GET":
        answer = role_statements()
    else:
        questions = json.loads(await read_body(receive))
        answer = [evaluate_role(q) if "role" in q else evaluate_service(q) for q in questions]
    await send_answer(send, 200, [("content-type", "application/json")], json.dumps(answer).encode())
