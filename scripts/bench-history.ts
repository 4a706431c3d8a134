/**
 * `npm run bench:history`: the calls that look back over the history of a product, over HTTP: one with 212 revisions of 20 kB,
 * and 36 approvals that came with imports before any noted its revision. One after the other, and 40 at once. And what four eyes
 * cost at most: the asking person wrote all of 1,000 revisions but the last, and somebody else has released them before that one.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../functions/wiring/embedded.ts'
import { fixedIds } from '../shared/constants.ts'
import type { Entity } from '../shared/model/entity.ts'
import { listData } from '../shared/model/product.ts'
import { benchInstitutions, fill, run } from './bench/app.ts'
import { benchId, benchLists, benchStandards, productEntity } from './bench/generate.ts'
import { Client, say, timing } from './bench/http.ts'
import { demoAccount } from './seed/people.ts'

const [revisions, bytes, approvals, atOnce, calls] = [212, 20_000, 36, 40, 40]
const folder = await mkdtemp(join(tmpdir(), 'inputlist-bench-'))
const id = benchId('history')
const { base } = fixedIds.list

const instant = (rev: number) => new Date(Date.UTC(2025, 0, 1) + rev * 3_600_000).toISOString()
function revisionOf(rev: number): Entity {
  const made = productEntity(0, benchInstitutions)
  let left = approvals
  const listDataNow = Object.fromEntries(
    benchLists.map((list) => {
      const rows = benchStandards.slice(0, Math.max(0, left)).map((standard, i) => {
        const given = 1 + ((left - i) % 9) * 10
        const row = { active: true, begin: instant(0), hasEverBeenApproved: true }
        return [standard, { ...row, finalApprovalDate: instant(given) }]
      })
      left -= rows.length
      const stored = made.data.listData[list] ?? listData.parse({})
      return [list, { ...stored, _approval: Object.fromEntries(rows) }]
    }),
  )
  const root = listDataNow[base]!
  const filler = 'x'.repeat(Math.max(0, bytes - JSON.stringify(listDataNow).length))
  // One value never changes, so that it is looked for to the end.
  const values = { 'bench-f0': { textValue: filler }, 'bench-f2': { textValue: `saved ${rev}` } }
  const data = { ...made.data, listData: { ...listDataNow, [base]: { ...root, ...values } } }
  return { ...(made as unknown as Entity), id, rev, updated: instant(rev), data: data as never }
}

const authored = benchId('authored')
const authoredRevisions = 1_000
const [author, colleague] = [demoAccount('core'), demoAccount('admin')]
/** The last one is of a colleague, and shows a value that no release has shown: the author may have entered it at any time. */
function authoredRevision(rev: number): Entity {
  const made = revisionOf(rev)
  const isLast = rev === authoredRevisions
  const release = {
    active: true,
    begin: instant(0),
    finalApprovalAccountId: colleague,
    finalApprovalDate: instant(rev),
    releasedRev: authoredRevisions - 1,
  }
  const stored = made.data['listData'] as Record<string, object>
  const listDataNow = Object.fromEntries(
    Object.entries(stored).map(([list, of]) => [
      list,
      { ...of, _archived: false, _approval: isLast ? { [benchStandards[0]!]: release } : {} },
    ]),
  )
  const data = { ...made.data, listData: listDataNow }
  return { ...made, id: authored, updatedBy: isLast ? colleague : author, data: data as never }
}

await fill(folder, 10)
const filled = await openEmbedded({ dataDir: folder, log: () => {}, users: [] })
for (let rev = 1; rev <= revisions; rev++)
  await filled.ports.entities.put(revisionOf(rev), { expectRev: rev - 1 })
for (let rev = 1; rev <= authoredRevisions; rev++)
  await filled.ports.entities.put(authoredRevision(rev), { expectRev: rev - 1 })
await filled.close()
const app = await run(folder)
try {
  const admin = await new Client(app.url).signIn('admin')
  const core = await new Client(app.url).signIn('core')
  for (const [name, client, payload] of [
    ['bml/product/lastchanges', admin, { id, list: base }],
    ['bml/product/getapprovals', admin, { id }],
    ['bml/product/getapprovals', core, { id: authored }],
  ] as const) {
    const send = async () => {
      const { ms, body } = await client.send('GET', `/api/${name}`, payload)
      if (!body.ok) throw new Error(`${name}: ${body.code} ${body.message}`)
      return ms
    }
    const times: number[] = []
    for (let n = 0; n < calls; n++) times.push(await send())
    const started = performance.now()
    await Promise.all(Array.from({ length: atOnce }, send))
    const together = ((performance.now() - started) / 1000).toFixed(1)
    const which = payload.id === authored ? ' (1,000 revisions of the asking person)' : ''
    console.log(`${name}${which}: p50 / p95 ${say(timing(times))} ms, ${atOnce} at once ${together} s`)
  }
} finally {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
}
