import { triesOfWork } from '../../../shared/constants.ts'
import type { JobMessage, JobQueue } from '../../ports/job-queue.ts'
import type { Database } from './database.ts'
import { createTurns, type Turns } from './turns.ts'

export interface Delivery {
  /** Of the delivery, not of the message: a message that comes again keeps it. */
  id: string
  /** 1 at the first delivery. */
  tries: number
  message: JobMessage
}
export interface DeadLetter extends Delivery {
  reason?: string
}
/** What SQS offers to a worker: receive, delete, change visibility, dead letters. Times in milliseconds. */
export interface EmbeddedJobQueue extends JobQueue {
  /** Sends as part of a transaction that is under way; `hint` is to be called when it is committed. */
  add(messages: JobMessage[]): void
  hint(): void
  /** Takes up to `limit` messages of the kind and hides them from others for `visibility`. */
  receive(kind: string, limit: number, visibility: number): Promise<Delivery[]>
  extend(ids: string[], visibility: number): Promise<void>
  done(ids: string[]): Promise<void>
  /** Comes again after `delay`, or goes to the dead letters when its tries are used up. */
  failed(id: string, reason: string, delay: number): Promise<void>
  /** Dead letters that nobody has taken note of yet. */
  receiveDead(kind: string, limit: number): Promise<DeadLetter[]>
  /** The dead letter is known; it is kept for people to look at. */
  noted(ids: string[]): Promise<void>
  listDead(limit: number): Promise<DeadLetter[]>
  /** Makes visible what a process that has died had taken. Only for the one process that works on the queue. */
  recover(): Promise<void>
  /** Milliseconds until the next hidden message of the kind shows up; undefined if there is none. */
  nextVisible(kind: string): number | undefined
  /** Nothing of the kind is waiting, hidden or a dead letter that nobody has taken note of. */
  isEmpty(kind: string): boolean
  onSend(listener: () => void): () => void
}

export function createJobQueue(db: Database, now: () => number = Date.now): EmbeddedJobQueue {
  const insert = db.prepare(
    'INSERT INTO queue (kind, job, unit, visible, person, turn) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const lastTurn = db.prepare(
    `SELECT max(turn) AS turn FROM queue WHERE state = 'waiting' AND kind = ? AND job = ?`,
  )
  const firstTurn = db.prepare(
    `SELECT min(turn) AS turn FROM queue WHERE state = 'waiting' AND kind = ? AND person = ?`,
  )
  /** Leaps from one to the next: somebody may have 100,000 waiting. */
  const selectPeople = db.prepare(
    `WITH RECURSIVE people (person) AS (
       SELECT min(person) FROM queue WHERE state = 'waiting' AND kind = ?1
       UNION ALL SELECT (SELECT min(person) FROM queue WHERE state = 'waiting' AND kind = ?1 AND person > people.person)
       FROM people WHERE person IS NOT NULL
     ) SELECT person FROM people WHERE person IS NOT NULL`,
  )
  const selectLine = db.prepare(
    `SELECT id FROM queue WHERE state = 'waiting' AND kind = ? AND person = ? AND visible <= ? ORDER BY turn, id LIMIT ?`,
  )
  const bury = db.prepare(
    `UPDATE queue INDEXED BY queue_tried SET state = 'dead', reason = coalesce(reason, 'the worker did not come back')
     WHERE state = 'waiting' AND kind = ? AND visible <= ? AND tries >= ${triesOfWork}`,
  )
  const take = db.prepare(
    `UPDATE queue SET visible = ?, tries = tries + 1 WHERE id = ? RETURNING id, kind, job, unit, person, tries, turn`,
  )
  const hide = db.prepare(`UPDATE queue SET visible = ? WHERE id = ? AND state = 'waiting'`)
  const remove = db.prepare(`DELETE FROM queue WHERE id = ? AND state = 'waiting'`)
  const fail = db.prepare(
    `UPDATE queue SET visible = ?, reason = ?, state = iif(tries >= ${triesOfWork}, 'dead', 'waiting')
     WHERE id = ? AND state = 'waiting'`,
  )
  const selectDead = db.prepare(
    `SELECT id, kind, job, unit, person, tries, reason FROM queue WHERE state = 'dead' AND kind = ? ORDER BY id LIMIT ?`,
  )
  const note = db.prepare(`UPDATE queue SET state = 'noted' WHERE id = ? AND state = 'dead'`)
  const selectAllDead = db.prepare(
    `SELECT id, kind, job, unit, person, tries, reason FROM queue WHERE state IN ('dead', 'noted') ORDER BY id DESC LIMIT ?`,
  )
  const showAll = db.prepare(`UPDATE queue SET visible = ? WHERE state = 'waiting' AND visible > ?`)
  const selectNext = db.prepare(`SELECT min(visible) AS next FROM queue WHERE state = 'waiting' AND kind = ?`)
  const selectAny = db.prepare(`SELECT 1 FROM queue WHERE state IN ('waiting', 'dead') AND kind = ? LIMIT 1`)
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }

  /** People take turns, in each kind. */
  const people = new Map<string, Turns>()
  function nextIds(kind: string, limit: number): unknown[] {
    const lines = new Map<string, unknown[]>()
    for (const row of selectPeople.all(kind)) {
      const person = row['person'] as string
      const line = selectLine.all(kind, person, now(), limit)
      lines.set(
        person,
        line.map(({ id }) => id),
      )
    }
    const turns = people.get(kind) ?? createTurns()
    people.set(kind, turns)
    return turns.take(lines, limit)
  }
  /** Turn that was delivered last by this process, of each person's jobs of a kind. */
  const delivered = new Map<string, number>()
  const placeOf = (kind: string, person: string) => `${kind} ${person}`
  /**
   * So do a person's jobs: each message of a job has a turn of its own, one behind its job's last one that waits and behind
   * what is being delivered. So a job of one message waits for one message of each job that was there before it.
   */
  function nextTurn(kind: string, job: string, person: string): number {
    const turnOf = (row: Row | undefined) => Number(row?.['turn'] ?? 0)
    const reached = delivered.get(placeOf(kind, person)) ?? turnOf(firstTurn.get(kind, person))
    return 1 + Math.max(turnOf(lastTurn.get(kind, job)), reached)
  }
  const add = (messages: JobMessage[], delaySeconds = 0) => {
    const turns = new Map<string, number>()
    for (const { kind, jobId, unit, by = '' } of messages) {
      const of = `${kind} ${jobId}`
      const turn = turns.get(of) ?? nextTurn(kind, jobId, by)
      turns.set(of, turn + 1)
      insert.run(kind, jobId, unit, now() + delaySeconds * 1000, by, turn)
    }
  }

  return {
    add,
    hint: tell,
    async send(messages, delaySeconds) {
      if (messages.length > 0) await db.write(() => add(messages, delaySeconds), tell)
    },
    async receive(kind, limit, visibility) {
      const rows = await db.write(
        () => {
          bury.run(kind, now())
          return nextIds(kind, limit).map((id) => take.get(now() + visibility, id as number)!)
        },
        (taken) => {
          for (const { person, turn } of taken) {
            const place = placeOf(kind, String(person))
            delivered.set(place, Math.max(delivered.get(place) ?? 0, Number(turn)))
          }
        },
      )
      return rows.map(delivery)
    },
    async extend(ids, visibility) {
      await db.write(() => {
        for (const id of ids) hide.run(now() + visibility, Number(id))
      })
    },
    async done(ids) {
      if (ids.length === 0) return
      await db.write(() => {
        for (const id of ids) remove.run(Number(id))
      })
    },
    async failed(id, reason, delay) {
      await db.write(() => fail.run(now() + delay, reason.slice(0, 2000), Number(id)))
    },
    async receiveDead(kind, limit) {
      return selectDead.all(kind, limit).map(deadLetter)
    },
    async noted(ids) {
      await db.write(() => {
        for (const id of ids) note.run(Number(id))
      })
    },
    async listDead(limit) {
      return selectAllDead.all(limit).map(deadLetter)
    },
    async recover() {
      await db.write(() => showAll.run(now(), now()), tell)
    },
    nextVisible(kind) {
      const next = selectNext.get(kind)?.['next']
      return next === null || next === undefined ? undefined : Math.max(0, Number(next) - now())
    },
    isEmpty: (kind) => selectAny.get(kind) === undefined,
    onSend(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type Row = Record<string, unknown>
const delivery = (row: Row): Delivery => ({
  id: String(row['id']),
  tries: row['tries'] as number,
  message: {
    kind: row['kind'] as string,
    jobId: row['job'] as string,
    unit: row['unit'] as string,
    ...(row['person'] !== '' && { by: row['person'] as string }),
  },
})
const deadLetter = (row: Row): DeadLetter => ({
  ...delivery(row),
  ...(row['reason'] !== null && { reason: row['reason'] as string }),
})
