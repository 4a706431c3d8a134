/**
 * Measures one initialisation, in a process of its own: from before the import of a bundle to after it. Prints the time
 * of this thread's processor, which other processes do not change much, the time on the clock, and the memory; and what
 * the first request adds, because it loads what the function does.
 */
const [, , path = ''] = process.argv
/** Milliseconds of this thread since then. */
const spent = (since) => {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1000
}
const before = process.threadCpuUsage()
const started = performance.now()
const bundle = await import(path)
const clock = performance.now() - started
const cpu = spent(before)
const rss = process.memoryUsage.rss() / 2 ** 20
const loading = process.threadCpuUsage()
await bundle.load?.()
process.stdout.write(JSON.stringify({ cpu, clock, rss, load: spent(loading) }))
process.exit(0)
