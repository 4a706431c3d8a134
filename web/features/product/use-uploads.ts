/** Files on their way to the product, three at a time. They go on while another tab of the page is open. */
import { useEffect, useState } from 'react'
import { isAbort } from '../../api/api-error.ts'
import { uploadFile } from '../../api/files/upload-file.ts'
import { useUnsavedBeside } from '../../frame/unsaved.tsx'
import { makeStore, useSelected } from '../../ui/store.ts'

export interface Upload {
  id: string
  name: string
  step: 'waiting' | 'hashing' | 'sending' | 'failed'
  percent: number
  error?: unknown
}
interface Arrived {
  fileId: string
  fileName: string
}
const atOnce = 3

function makeUploads() {
  const store = makeStore<readonly Upload[]>([])
  const files = new Map<string, { file: File; controller: AbortController }>()
  let onArrived: (arrived: Arrived) => void = () => {}
  const change = (id: string, to: Partial<Upload>) =>
    store.set((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)))
  const remove = (id: string) => {
    files.delete(id)
    store.set((all) => all.filter((one) => one.id !== id))
  }
  const isRunning = ({ step }: Upload) => step === 'hashing' || step === 'sending'
  function next() {
    while (store.get().filter(isRunning).length < atOnce) {
      const waiting = store.get().find(({ step }) => step === 'waiting')
      if (!waiting) return
      change(waiting.id, { step: 'hashing', percent: 0 })
      void run(waiting.id)
    }
  }
  async function run(id: string) {
    const { file, controller } = files.get(id)!
    const { signal } = controller
    try {
      const fileId = await uploadFile(file, {
        signal,
        onStep: (step, percent) => change(id, { step, percent }),
      })
      if (!signal.aborted) onArrived({ fileId, fileName: file.name.normalize('NFC') })
      remove(id)
    } catch (error) {
      if (signal.aborted || isAbort(error)) remove(id)
      else change(id, { step: 'failed', error })
    }
    next()
  }
  return {
    store,
    hear(listener: typeof onArrived) {
      onArrived = listener
    },
    add(chosen: readonly File[]) {
      const made = chosen.map((file): Upload => {
        const id = crypto.randomUUID()
        files.set(id, { file, controller: new AbortController() })
        return { id, name: file.name.normalize('NFC'), step: 'waiting', percent: 0 }
      })
      store.set((all) => [...all, ...made])
      next()
    },
    retry(id: string) {
      change(id, { step: 'waiting', percent: 0, error: undefined })
      next()
    },
    /** Gives a file up, or forgets one that failed. */
    abort(id: string) {
      files.get(id)?.controller.abort(new DOMException('given up', 'AbortError'))
      remove(id)
      next()
    },
    abortAll() {
      for (const { id } of store.get())
        files.get(id)?.controller.abort(new DOMException('given up', 'AbortError'))
      files.clear()
      store.set([])
    },
  }
}
export type Uploads = ReturnType<typeof makeUploads>

/** Leaving the page asks while files are on their way, and ends them. */
export function useUploads(onArrived: (arrived: Arrived) => void): Uploads {
  const [uploads] = useState(makeUploads)
  useEffect(() => uploads.hear(onArrived), [uploads, onArrived])
  useEffect(() => uploads.abortAll, [uploads])
  const isBusy = useSelected(uploads.store, (all) => all.some(({ step }) => step !== 'failed'))
  useUnsavedBeside({ hasChanges: isBusy, discard: uploads.abortAll })
  return uploads
}
