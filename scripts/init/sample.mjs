/**
 * Measures one initialisation, in a process of its own: from before the import of a bundle to after it. Prints the time
 * of this thread's processor, which other processes do not change much, the time on the clock, and the memory.
 */
const [, , path = ''] = process.argv
const before = process.threadCpuUsage()
const started = performance.now()
await import(path)
const clock = performance.now() - started
const { user, system } = process.threadCpuUsage(before)
process.stdout.write(
  JSON.stringify({ cpu: (user + system) / 1000, clock, rss: process.memoryUsage.rss() / 2 ** 20 }),
)
process.exit(0)
