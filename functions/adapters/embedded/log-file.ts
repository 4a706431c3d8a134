import { appendFile, mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorMessage } from '../../../shared/errors.ts'

/** The file is put aside (one older one is kept) when it has grown past so many bytes. */
const maxBytes = 20 * 1024 * 1024

export interface LogFile {
  write(line: Record<string, unknown>): void
  /** Resolves when everything so far is in the file. */
  flush(): Promise<void>
}

/** Values that JSON would lose: errors become their name, message and stack. */
const readable = (_: string, value: unknown) =>
  value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value

/** JSON lines in `requests.jsonl`. Lines are gathered, so that a request never waits for the disk. */
export function openLogFile(folder: string): LogFile {
  const path = join(folder, 'requests.jsonl')
  let waiting: string[] = []
  let writing: Promise<void> | undefined

  async function drain() {
    await mkdir(folder, { recursive: true })
    while (waiting.length > 0) {
      const lines = waiting
      waiting = []
      const size = await stat(path).then(
        (file) => file.size,
        () => 0,
      )
      if (size > maxBytes) await rename(path, `${path}.1`)
      await appendFile(path, `${lines.join('\n')}\n`)
    }
  }
  const start = () => {
    writing ??= new Promise<void>((resolve) => setImmediate(resolve))
      .then(drain)
      // A log that cannot be written must not stop the work.
      .catch((error: unknown) => {
        waiting = []
        console.error(`the log cannot be written: ${errorMessage(error)}`)
      })
      .finally(() => {
        writing = undefined
      })
    return writing
  }
  return {
    write(line) {
      waiting.push(JSON.stringify(line, readable))
      void start()
    },
    async flush() {
      while (writing || waiting.length > 0) await start()
    },
  }
}
