/** Schedules as people are told of them. */
import type { Actor } from '../../../shared/model/actor.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import type { ScheduleView } from '../../../shared/model/schedule.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import type { Scheduler } from '../../ports/scheduler.ts'
import { dueJobId } from './due.ts'
import { jobViewOf, type ViewPorts } from './view.ts'

interface SchedulePorts extends ViewPorts {
  scheduler: Pick<Scheduler, 'list'>
  entities: Pick<EntityReader, 'getMany' | 'findUnique'>
}

/** All schedules, in the order of their rules, each with what it started when it was due last. */
export async function scheduleViews(actor: Actor, ports: SchedulePorts): Promise<ScheduleView[]> {
  const known = await ports.scheduler.list()
  const ids = await Promise.all(
    known.map(({ name, lastDue }) => (lastDue === undefined ? undefined : dueJobId(name, lastDue))),
  )
  const found = await ports.entities.getMany(ids.filter((id) => id !== undefined))
  const jobs = new Map(found.filter((one) => isOfClass('batchjob', one)).map((one) => [one.id, one]))
  return Promise.all(
    known.map(async ({ rule: _rule, ...schedule }, n) => {
      const job = jobs.get(ids[n] ?? '')
      return {
        ...(schedule as Omit<ScheduleView, 'lastJob'>),
        ...(job && { lastJob: await jobViewOf(job, actor, ports) }),
      }
    }),
  )
}
