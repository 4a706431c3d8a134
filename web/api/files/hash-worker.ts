/** Hashes one file beside the page, which stays at hand meanwhile. */
import { digestFile, type Hashes } from './digest.ts'

export type HashMessage = { bytes: number } | { hashes: Hashes } | { failed: true }
const post = (message: HashMessage) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  digestFile(data, (bytes) => post({ bytes })).then(
    (hashes) => post({ hashes }),
    // The file was changed or taken away after it was chosen.
    () => post({ failed: true }),
  )
})
