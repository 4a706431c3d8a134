/**
 * Gives what the work gives, or fails when its time is up, whether the work heeds its signal or not. Milliseconds.
 */
export async function withTimeout<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const timeIsUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`took longer than ${ms / 1000} s`)
      controller.abort(error)
      reject(error)
    }, ms)
  })
  try {
    return await Promise.race([work(controller.signal), timeIsUp])
  } finally {
    clearTimeout(timer)
  }
}
