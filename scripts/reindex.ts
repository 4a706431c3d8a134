/**
 * `npm run reindex`: builds the search index of DATA_DIR anew from the store, beside the old one, and switches. If
 * the app is running it is asked to do so itself, and goes on answering meanwhile.
 */
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import { errorMessage } from '../shared/errors.ts'
import { runningOn, takeDataFolder } from './start/data-folder.ts'

type Say = (line: string) => void

/** Reindexes the folder. Fails with a sentence if there is nothing to index, or the app does not answer. */
export async function reindex(dataDir: string, say: Say): Promise<void> {
  const path = resolve(dataDir)
  if (!existsSync(join(path, 'inputlist.sqlite'))) {
    throw new Error(`There is no Inputlist in ${path}. Set DATA_DIR, or start it once with npm start.`)
  }
  const running = runningOn(path)
  if (running) await askApp(running, say)
  else await reindexFolder(path, say)
}

async function askApp({ pid, url }: { pid: number; url?: string }, say: Say) {
  if (!url) throw new Error(`Inputlist (process ${pid}) is still starting. Try again when it is ready.`)
  say(`Inputlist is running at ${url}: it builds its index itself …`)
  const { status, text } = await post(`${url}/_dev/reindex`)
  if (status !== 200) throw new Error(`Inputlist answered ${status}: ${text}`)
  say('The new index is in use.')
}

/** Without the time limits of `fetch`: a large store takes minutes, and the answer comes at the end. */
function post(url: string): Promise<{ status: number; text: string }> {
  return new Promise((done, fail) => {
    const asked = request(
      url,
      { method: 'POST', headers: { 'content-type': 'application/json' } },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () => done({ status: answer.statusCode ?? 0, text }))
        answer.on('error', fail)
      },
    )
    asked.on('error', fail)
    asked.end('{}')
  })
}

async function reindexFolder(path: string, say: Say) {
  const { openDatabase } = await import('../functions/adapters/embedded/database.ts')
  const { createEntityStore } = await import('../functions/adapters/embedded/entity-store.ts')
  const { createChangeFeed } = await import('../functions/adapters/embedded/change-feed.ts')
  const { openSearchIndex } = await import('../functions/adapters/embedded/search-index.ts')
  const { reindexAll } = await import('../functions/services/index/reindex-all.ts')

  const folder = takeDataFolder(path)
  const db = openDatabase(path)
  try {
    const entities = createEntityStore(db)
    const index = await openSearchIndex({ directory: join(path, 'index') })
    const started = performance.now()
    let count = 0
    let told = 0
    try {
      const refused = await reindexAll(
        {
          entities,
          changes: createChangeFeed(db, entities),
          index,
        },
        (documents) => {
          count = documents
          if (documents - told < 10_000) return
          told = documents
          say(`${documents} documents …`)
        },
      )
      for (const { entityclass, id, reason } of refused) say(`Not in it: ${entityclass} ${id}: ${reason}`)
    } finally {
      await index.close()
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    say(`The new index holds ${count} documents, built in ${seconds} s.`)
  } finally {
    await db.close()
    folder.release()
  }
}

if (import.meta.main) {
  try {
    await reindex(process.env['DATA_DIR'] || '.data', (line) => console.log(line))
  } catch (error) {
    console.error(errorMessage(error))
    process.exitCode = 1
  }
}
