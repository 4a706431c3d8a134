/** Both hashes of a file, read in pieces: never more of it is in memory than one. Runs in a worker. */
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

export interface Hashes {
  /** SHA-1, hex. */
  hash: string
  sha256: string
}
const pieceBytes = 1024 * 1024

export async function digestFile(file: Blob, onProgress: (bytes: number) => void): Promise<Hashes> {
  const [first, second] = [sha1.create(), sha256.create()]
  for (let at = 0; at < file.size; at += pieceBytes) {
    const piece = new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer())
    first.update(piece)
    second.update(piece)
    onProgress(at + piece.length)
  }
  return { hash: bytesToHex(first.digest()), sha256: bytesToHex(second.digest()) }
}
