import { expect, it } from 'vitest'
import { fixedIds } from '../../shared/constants.ts'
import { idOf } from '../../shared/id-of.ts'
import { numbers, openWorld } from './job-engine.world.ts'

it('a schedule starts one job for each time that it is due, however often it is told', async () => {
  const w = await openWorld(numbers(1), { death: 0, repeat: 0, giveUp: 0 }, [{ units: 2, step: 5 }])
  const due = (time: string) => ({ kind: 'flag', jobId: 'nightly', unit: `due:${time}` })
  const [first, second] = ['2026-03-28T01:30:00Z', '2026-03-29T00:30:00Z']
  await w.ports.jobs.send([due(first), due(first), due(second), due(first)])
  await w.run()
  await w.ports.jobs.send([due(first)])
  await w.run()
  const ids = await Promise.all([first, second].map((time) => idOf(`nightly@${time}`)))
  for (const id of ids)
    expect((await w.jobOf(id)).data).toMatchObject({
      status: 'complete',
      done: 2,
      startedBy: fixedIds.account.system,
    })
  expect(w.writes.filter(({ status }) => status === 'new').map(({ id }) => id)).toHaveLength(2)
  await w.close()
})
