/** Does the work with its first call and gives that result from then on. After a failure the next call tries again. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () => {
    if (!done) {
      done = work()
      done.catch(() => {
        done = undefined
      })
    }
    return done
  }
}
