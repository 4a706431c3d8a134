/** A schedule is switched by its call, and back. */
import { isDeepStrictEqual } from 'node:util'
import { GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler'
import { createScheduler } from '../../../functions/adapters/aws/scheduler.ts'
import { systemClock } from '../../../functions/adapters/common/clock.ts'
import { scheduleName } from '../../../lib/parts/schedules.ts'
import { list } from '../../../shared/calls/batch/schedule/list.ts'
import { set } from '../../../shared/calls/batch/schedule/set.ts'
import { errorMessage } from '../../../shared/errors.ts'
import { type Finding, fine, wrong } from '../doctor/finding.ts'
import type { Operator } from '../operator.ts'
import type { Trail } from './main-job.ts'

const spell = (isOn: boolean) => (isOn ? 'on' : 'off')

/**
 * Whether the function may change a schedule and hand on the role that sends. Where a call fails, what it has changed
 * is put back with the operator's own rights. Errors: those of the calls; that it could not be put back.
 */
export async function switches(
  o: Pick<Operator, 'client' | 'stage'>,
  { first }: Pick<Trail, 'first'>,
): Promise<Finding> {
  const { list: all } = await first.call(list, {})
  // The one that is due last: none is due while it is switched.
  const { name } = all.toSorted((a, b) => ((a.nextDue ?? '9') < (b.nextDue ?? '9') ? 1 : -1))[0]!
  const scheduler = new SchedulerClient(o.client)
  const read = async () => {
    const { $metadata, LastModificationDate, State, ...rest } = await scheduler.send(
      new GetScheduleCommand({ Name: scheduleName(o, name) }),
    )
    return { isOn: State === 'ENABLED', rest }
  }
  const before = await read()
  let isAsFound = false
  try {
    for (const isOn of [!before.isOn, before.isOn]) {
      await first.call(set, { schedule: name, isOn })
      await first.until(
        async () => {
          if ((await read()).isOn !== isOn) throw new Error(`it is ${spell(!isOn)}`)
        },
        `the schedule ${name} is ${spell(isOn)}`,
      )
    }
    isAsFound = true
  } finally {
    if (!isAsFound) await putBack()
  }
  return isDeepStrictEqual((await read()).rest, before.rest)
    ? fine(
        `The schedule ${name} was switched ${spell(!before.isOn)} and ${spell(before.isOn)}, and is as it was`,
      )
    : wrong(
        `The schedule ${name} is another since it was switched: only its state may change`,
        'compare it with lib/jobs-stack.ts, and deploy the stack Jobs again',
      )

  /** Also where it does not seem to have changed: who reads may be told of before. */
  async function putBack(): Promise<void> {
    await createScheduler(scheduler, o.stage, systemClock)
      .setOn(name, before.isOn)
      .catch((cause: unknown) => {
        throw new Error(
          `the schedule ${name} may be ${spell(!before.isOn)}: switch it ${spell(before.isOn)} (${errorMessage(cause)})`,
          { cause },
        )
      })
  }
}
