/**
 * `npm start`: the whole of Inputlist in one process. PORT (3000), HOST (127.0.0.1), DATA_DIR (.data), SEED (`demo` on
 * an empty folder, or `none`), WEB (`built`, or `none` for the calls only), ALLOWED_HOSTS and
 * ALLOW_DEMO_SIGN_IN_FROM_NETWORK (README.md). Ctrl C ends it.
 */
import { nodeProblem } from './check-node.mjs'

const problem = nodeProblem(process.version)
if (problem) {
  console.error(problem)
  process.exit(1)
}

try {
  // Loaded behind the check: an older Node stumbles over these modules with words that help nobody.
  const { readSettings } = await import('./start/settings.ts')
  const { demoPassword, startApp } = await import('./start/app.ts')
  const app = await startApp(readSettings(process.env), (line) => console.log(line))
  let isEnding = false
  const end = async () => {
    // Whoever is in a hurry asks twice.
    if (isEnding) process.exit(1)
    isEnding = true
    console.log('\nEnding …')
    try {
      await app.stop()
      process.exit(0)
    } catch (error) {
      console.error(error instanceof Error ? error.message : String(error))
      process.exit(1)
    }
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  const width = Math.max(...app.users.map((user) => user.name.length))
  console.log(
    [
      `Inputlist is ready at ${app.url}`,
      `Sign in with the password ${demoPassword} as`,
      ...app.users.map((user) => `  ${user.name.padEnd(width)}  ${user.role}`),
      `Mails are shown at ${app.url}/_dev/mail, the calls at ${app.url}/api/docs. Ctrl C ends it.`,
    ].join('\n'),
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
