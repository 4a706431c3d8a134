/** Brings a file to the server: hashed in a worker, straight to its address, and not at all if it is there already. */
import { check } from '../../../shared/calls/eav/file/check.ts'
import { complete } from '../../../shared/calls/eav/file/complete.ts'
import { upload } from '../../../shared/calls/eav/file/upload.ts'
import { maxUploadBytes } from '../../../shared/constants.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { apiError } from '../api-error.ts'
import { callApi } from '../client.ts'
import { connectionLost } from '../connection.ts'
import type { Hashes } from './digest.ts'
import type { HashMessage } from './hash-worker.ts'

export interface UploadOptions {
  signal: AbortSignal
  onStep(step: 'hashing' | 'sending', percent: number): void
}
type Link = OutputOf<typeof upload>

const refused = (code: string, key: string, message: string) =>
  apiError(upload.name, `/api/${upload.name}`, { code, message, details: { key } })

function hashesOf(file: File, { signal, onStep }: UploadOptions): Promise<Hashes> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
    const end = () => {
      worker.terminate()
      signal.removeEventListener('abort', stop)
    }
    const stop = () => {
      end()
      reject(signal.reason)
    }
    const fail = () => {
      end()
      reject(refused('invalid_input', 'fileUnread', 'The file cannot be read.'))
    }
    signal.addEventListener('abort', stop)
    worker.addEventListener('error', fail)
    worker.addEventListener('message', ({ data }: MessageEvent<HashMessage>) => {
      if ('bytes' in data) onStep('hashing', (100 * data.bytes) / file.size)
      else if ('failed' in data) fail()
      else {
        end()
        resolve(data.hashes)
      }
    })
    worker.postMessage(file)
  })
}

/** `fetch` tells nothing of how far an upload is. */
function send({ url, method, headers }: Link, file: File, { signal, onStep }: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    signal.addEventListener('abort', stop)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onStep('sending', (100 * loaded) / total),
    )
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    request.addEventListener('abort', () => reject(signal.reason))
    request.addEventListener('error', () => {
      connectionLost()
      reject(refused('internal', 'network', 'The server did not answer.'))
    })
    request.addEventListener('load', () =>
      request.status < 300
        ? resolve()
        : reject(
            refused(
              'rule_violated',
              'fileAwaited',
              'The file has not arrived completely. Please upload it again.',
            ),
          ),
    )
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    // The type as it was announced, whatever the browser takes the file for.
    request.send(file.slice(0, file.size, headers['content-type']))
  })
}

/** Gives the file's id. Rejects with an `ApiError`, or with the signal's reason. Nothing of an aborted file stays. */
export async function uploadFile(file: File, options: UploadOptions): Promise<string> {
  const { size } = file
  if (size > maxUploadBytes) throw refused('too_large', 'fileTooLarge', 'File size cannot be above 24MB.')
  if (size === 0) throw refused('rule_violated', 'fileEmpty', 'The file is empty.')
  const how = { quiet: true, signal: options.signal }
  const hashes = await hashesOf(file, options)
  const known = await callApi(check, { ...hashes, size }, how)
  if (known.id) return known.id
  const announced = { ...hashes, size, fileName: file.name.normalize('NFC'), contentType: file.type }
  const { id, ...link } = await callApi(upload, announced, how)
  await send({ id, ...link }, file, options)
  return (await callApi(complete, { id }, how)).id
}
