/** What only an account shows, of what can be tried in some minutes. */
import { createHash, randomUUID } from 'node:crypto'
import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { createFileLinks, signingClient } from '../../../functions/adapters/aws/file-links.ts'
import { checkstatus } from '../../../shared/calls/batch/job/checkstatus.ts'
import { run } from '../../../shared/calls/batch/job/run.ts'
import { undo } from '../../../shared/calls/batch/job/undo.ts'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { references } from '../../../shared/calls/bml/product/references.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { search } from '../../../shared/calls/bml/product/search.ts'
import { catalogue } from '../../../shared/catalogue.ts'
import { fixedIds } from '../../../shared/constants.ts'
import type { Contract } from '../../../shared/contract.ts'
import { keys } from '../doctor/data.ts'
import { examine, type Finding, fine, see, unknown, wrong } from '../doctor/finding.ts'
import type { Operator } from '../operator.ts'
import { parse } from './calls.ts'
import { confirms } from './confirmation.ts'
import { errorsAreTheirOwn } from './errors.ts'
import { calculates } from './invoices.ts'
import { largeAnswer } from './large.ts'
import type { Trail } from './main-job.ts'
import { merges } from './merge.ts'
import { exportsFile, prints, reports } from './outputs.ts'
import type { SmokePerson } from './people.ts'
import { switches } from './schedules.ts'
import type { Step } from './step.ts'

/** An empty input that changes nothing: it is refused by the schema, or it only reads. */
const isHarmless = ({ input, method, idempotent }: Contract) =>
  !idempotent && (method === 'GET' || !input.safeParse({}).success)

async function everyCallAnswers({ first }: Trail): Promise<Finding[]> {
  const asked = Object.values(catalogue as Record<string, Contract>).filter(isHarmless)
  const found: Finding[] = []
  for (const contract of asked) {
    const { status, body } = await first.ask(contract, {})
    const answer = parse(body)
    if (!answer || status === 429)
      found.push(
        wrong(
          `${contract.name} answers ${status}, and not with words of ours: ${body.slice(0, 80)}`,
          `look at the access log by its path, and at the log of its function; ${see('a-call-fails')}`,
        ),
      )
    else if (status >= 500)
      found.push(
        wrong(
          `${contract.name} answers ${status}`,
          `search the log of its function for AccessDenied: a grant is missing in lib/parts/grants.ts; ${see('a-call-fails')}`,
        ),
      )
  }
  return found.length > 0 ? found : [fine(`${asked.length} calls answer, each from its own function`)]
}

/** Texts as staff paste them, each of a kind that rules of firewalls look for. */
const pasted = [
  'Kompost <b>aus Grüngut</b> & Mist; siehe <a href="https://example.org/?a=1&b=2">Datenblatt</a>',
  "Dünger 'select' 5-3-4; union of calcium and magnesium -- drop by drop, table 1=1",
  '../../Datenblätter/Etikett.pdf und C:\\Windows\\system32\\drivers\\etc\\hosts',
  '<script type="text/javascript">alert("aus einem alten Etikett")</script>',
  '$(cat Rezeptur.txt) | grep NPK; `wc -l`',
]
async function textsPass({ first, product }: Trail): Promise<Finding> {
  if (!product) throw new Error('there is no product: an earlier step failed')
  let { rev } = await first.call(load, { id: product })
  for (const textValue of [...pasted, `${'Zusammensetzung und Herkunft. '.repeat(7000)}`.slice(0, 200_000)]) {
    const path = `/listData/${fixedIds.list.base}/_notes/${randomUUID()}`
    const { status, body } = await first.ask(save, {
      id: product,
      rev,
      patch: [{ op: 'add', path, value: { text: textValue } }],
    })
    const answer = parse(body)
    // Whether the text fits the rules is not the question here: any answer of ours has passed the firewall.
    if (!answer || status === 429)
      return wrong(
        `A text was refused with ${status} before it reached Inputlist: ${textValue.slice(0, 60)}`,
        'find the rule in the sampled requests of the firewall, and let it count instead (lib/firewall-stack.ts)',
      )
    if (answer.ok) rev = (answer.data as { rev: number }).rev
  }
  const { status, body } = await first.ask(search, {
    pagination: { start: 0, limit: 1 },
    sorting: [],
    columns: ['name'],
    name: "' or 1=1 -- <script>",
  })
  if (!parse(body) || status === 429)
    return wrong(`A search was refused with ${status} before it reached Inputlist`, see('a-call-fails'))
  // The rules of an address are others than those of a body.
  for (const text of pasted) {
    const read = await first.ask(references, { id: product, text })
    if (!parse(read.body) || read.status === 429)
      return wrong(
        `A text in an address was refused with ${read.status} before it reached Inputlist: ${text.slice(0, 60)}`,
        'find the rule in the sampled requests of the firewall, and let it count instead (lib/firewall-stack.ts)',
      )
  }
  return fine(`${pasted.length + 1} texts and a search passed the firewall, in bodies and in addresses`)
}

/** Waits for the end of a job, which goes with what the test has made. */
const endOf =
  ({ first, made }: Trail) =>
  async (id: string) => {
    made.push(id)
    return first.until(async () => {
      const job = await first.call(checkstatus, { id })
      if (!['complete', 'aborted'].includes(job.status)) throw new Error(`it is ${job.status}`)
      return job
    }, 'the job is over')
  }

/** A job that people start: its message, its units, what they note, and how it is taken back. */
async function jobs(o: Operator, trail: Trail): Promise<Finding> {
  const { first, product } = trail
  if (!product) throw new Error('there is no product: an earlier step failed')
  const { list: options } = await (await o.store()).listByClass('selectoption', { limit: 1000 })
  const flag = options.find(
    ({ data, disabled }) => !disabled && data['type'] === 'invoice-flags' && data['enabled'],
  )
  if (!flag)
    return unknown('No job was started: there is no flag for invoices', 'make one among the select options')
  const ended = endOf(trail)
  const config = { flagId: flag.id, action: 'assign', ids: [product] }
  const { jobId } = await first.call(run, { template: 'flag', config })
  const done = await ended(jobId)
  const back = await ended((await first.call(undo, { id: jobId })).jobId)
  return done.result['changed'] === 1 && back.result['changed'] === 1
    ? fine('A job has set a flag, and another one has taken that back')
    : wrong(
        `A job that sets a flag changed ${done.result['changed']} of 1 products, its undo ${back.result['changed']}`,
        'look at the log of workers-flag',
      )
}

async function uploads(o: Operator, { run }: Trail): Promise<Finding> {
  const bucket = await o.output('Data', 'FilesBucket')
  const s3 = new S3Client({ ...o.client, ...signingClient, forcePathStyle: o.isLocal })
  const body = new Uint8Array(8 * 1024 * 1024).fill(7)
  const key = `incoming/smoke-${run}`
  const link = await createFileLinks(s3, bucket).uploadLink(key, {
    seconds: 60,
    contentType: 'image/png',
    bytes: body.length,
    sha256: createHash('sha256').update(body).digest('hex'),
  })
  const answer = await fetch(link.url, { method: link.method, headers: link.headers, body })
  await o.s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
  return answer.ok
    ? fine('8 MB were uploaded to a signed address')
    : wrong(
        `An upload to a signed address answers ${answer.status}: ${(await answer.text()).slice(0, 200)}`,
        'S3 says why in its answer; see decisions/files.md',
      )
}

export const faults = (o: Operator, trail: Trail, person: SmokePerson): Step[] => [
  {
    name: 'Every call answers',
    take: () => everyCallAnswers(trail),
    todo: see('a-call-fails'),
  },
  {
    name: 'Errors go to who asked',
    take: () => errorsAreTheirOwn(trail),
    todo: see('a-call-fails'),
  },
  {
    name: 'The firewall lets texts pass',
    take: () => textsPass(trail),
    todo: see('a-call-fails'),
  },
  {
    name: 'A product of 5 MB is loaded',
    take: () => largeAnswer(o, trail),
    todo: see('a-call-fails'),
  },
  {
    name: 'A job is done and undone',
    take: () => jobs(o, trail),
    todo: 'look at the log of workers-flag',
  },
  {
    name: 'Companies are merged',
    take: () => merges(trail, endOf(trail)),
    todo: 'look at the log of workers-merge',
  },
  {
    name: 'Invoices are calculated',
    take: () => calculates(trail, endOf(trail)),
    todo: 'look at the log of workers-invoice-run',
  },
  {
    name: 'A schedule is switched',
    take: () => switches(o, trail),
    todo: 'AccessDenied in the log of batch-schedule-set names what is missing: scheduler:UpdateSchedule, or iam:PassRole for the role that sends (lib/parts/grants.ts, scheduler)',
  },
  {
    name: 'A document is printed',
    take: () => prints(o, trail, person),
    todo: 'look at the log of workers-pdf: Chromium says there why it did not start',
  },
  {
    name: 'A product is exported',
    take: () => exportsFile(o, trail, endOf(trail)),
    todo: 'look at the log of workers-export',
  },
  {
    name: 'A confirmation is sent and looked up',
    take: () => confirms(o, trail),
    todo: 'look at the log of workers-confirmation',
  },
  // The confirmation has activated the list: a report prints what is public.
  {
    name: 'A report is printed',
    take: () => reports(o, trail, endOf(trail)),
    todo: 'look at the log of workers-report',
  },
  {
    name: 'A file is uploaded',
    take: () => uploads(o, trail),
    todo: 'see decisions/files.md',
  },
  {
    name: 'The keys',
    take: () => examine(o, keys),
    todo: see('keys'),
  },
]
