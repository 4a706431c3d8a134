/** Schedules as people are told of them. */
import type { Actor } from '../../../shared/model/actor.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import type { ScheduleView } from '../../../shared/model/schedule.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import type { Scheduler } from '../../ports/scheduler.ts'
import { lastByHand } from './by-hand.ts'
import { dueJobId } from './due.ts'
import { jobViewOf, type ViewPorts } from './view.ts'

interface SchedulePorts extends ViewPorts {
  scheduler: Pick<Scheduler, 'list'>
  entities: Pick<EntityReader, 'getMany' | 'findUnique' | 'counter'>
}

/** All schedules, in the order of their rules, each with what it started when it was due last, and what somebody started last. */
export async function scheduleViews(actor: Actor, ports: SchedulePorts): Promise<ScheduleView[]> {
  const { scheduler, entities } = ports
  const known = await scheduler.list()
  const ids = await Promise.all(
    known.map(({ name, lastDue }) =>
      Promise.all([lastDue === undefined ? undefined : dueJobId(name, lastDue), lastByHand(entities, name)]),
    ),
  )
  const found = await entities.getMany(ids.flat().filter((id) => id !== undefined))
  const jobs = new Map(found.filter((one) => isOfClass('batchjob', one)).map((one) => [one.id, one]))
  const viewOf = async (id = '') => {
    const job = jobs.get(id)
    return job && jobViewOf(job, actor, ports)
  }
  return Promise.all(
    known.map(async ({ rule: _rule, ...schedule }, n) => {
      const [lastJob, byHand] = await Promise.all(ids[n]!.map(viewOf))
      return {
        ...(schedule as Omit<ScheduleView, 'lastJob' | 'lastByHand'>),
        ...(lastJob && { lastJob }),
        ...(byHand && { lastByHand: byHand }),
      }
    }),
  )
}
