/** `npm run dev`: the calls, started anew when a server file changes, and Vite in front of them on PORT (3000). */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const port = Number(process.env['PORT'] || '3000')
const backendPort = port + 1
const start = (args: string[], env: Record<string, string>) =>
  spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })

const children = [
  start(
    [
      '--watch',
      '--watch-path=functions',
      '--watch-path=shared',
      '--watch-preserve-output',
      'scripts/start.ts',
    ],
    {
      PORT: String(backendPort),
      SITE_PORT: String(port),
      WEB: 'none',
    },
  ),
  start(['node_modules/vite/bin/vite.js', '--port', String(port), '--strictPort'], {
    BACKEND: `http://127.0.0.1:${backendPort}`,
  }),
]
const end = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', end)
process.on('SIGTERM', end)
for (const child of children) child.on('exit', end)
