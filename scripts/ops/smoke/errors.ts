/** The edge passes errors on, each to who asked. */
import { randomUUID } from 'node:crypto'
import { get } from '../../../shared/calls/eav/entity/get.ts'
import { type Finding, fine, wrong } from '../doctor/finding.ts'
import { parse } from './calls.ts'
import type { Trail } from './main-job.ts'

/** Two ids that nobody has make two errors at one address, which differ in their query. */
export async function errorsAreTheirOwn({
  first,
  second,
}: Pick<Trail, 'first' | 'second'>): Promise<Finding> {
  const answers: (string | undefined)[] = []
  for (const one of [first, second]) {
    const { status, body } = await one.ask(get, { id: randomUUID() })
    if (status !== 404)
      return wrong(
        `An id that nobody has answers ${status}: ${body.slice(0, 200)}`,
        'look at the log of eav-entity-get',
      )
    answers.push(parse(body)?.id)
  }
  return answers[0] && answers[1] && answers[0] !== answers[1]
    ? fine('An error goes to who asked, and to nobody else')
    : wrong(
        `The error of one person was given to the next one: request ${answers[0]}, then ${answers[1]}`,
        'the edge keeps errors: errorResponses in lib/web-stack.ts, and CustomErrorResponses of the distribution',
      )
}
