import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { ChromiumFiles } from './chromium-files.ts'
import { type DevTools, openDevTools } from './devtools.ts'

export interface Browser {
  readonly devTools: DevTools
  readonly pid: number
  isAlive(): boolean
  /** Ends it, at once, with everything it still does. */
  kill(): Promise<void>
}
export interface BrowserOptions {
  /** Everything in one process, as in a Lambda, where the browser may not make processes as it likes. */
  isSingleProcess: boolean
}

/** A dead proxy and no names: even what no rule of a page holds up (look-ups, connections ahead) gets nowhere. */
const cutOff = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--no-pings',
]
const flags = [
  '--headless',
  '--remote-debugging-pipe',
  // The binary brings no sandbox of its own; what it prints runs no scripts.
  '--no-sandbox',
  '--no-zygote',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-gpu',
  '--disable-webgl',
  '--use-gl=disabled',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-default-apps',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--mute-audio',
  '--hide-scrollbars',
  '--font-render-hinting=none',
]
const startMs = 30_000

/** Starts Chromium. It ends with this process, even if that is killed, because its pipes close then. */
export async function startBrowser(files: ChromiumFiles, options: BrowserOptions): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), 'inputlist-print-'))
  const child = spawn(
    files.executable,
    [
      ...flags,
      ...cutOff,
      `--user-data-dir=${folder}`,
      ...(options.isSingleProcess ? ['--single-process'] : []),
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      // Nothing of our own environment: it holds credentials in the cloud.
      env: {
        HOME: folder,
        TMPDIR: folder,
        PATH: '/usr/bin:/bin',
        LANG: 'C.UTF-8',
        FONTCONFIG_FILE: files.fontSettings,
        // The system's own come first: they are newer where they are there.
        LD_LIBRARY_PATH: ['/lib64', '/usr/lib64', '/usr/lib/x86_64-linux-gnu', files.libraries].join(':'),
      },
    },
  )
  let said = ''
  child.stderr!.on('data', (text: Buffer) => {
    said = `${said}${text}`.slice(-2000)
  })
  const [, , , input, output] = child.stdio as unknown as [unknown, unknown, unknown, Writable, Readable]
  const devTools = openDevTools(input, output)
  let isAlive = true
  const gone = new Promise<void>((resolve) => {
    const end = (why: string) => {
      if (!isAlive) return
      isAlive = false
      devTools.end(new Error(`the browser ended (${why}): ${said.trim().split('\n').at(-1) ?? ''}`))
      rm(folder, { recursive: true, force: true, maxRetries: 3 }).then(resolve, () => resolve())
    }
    child.on('error', (error) => end(error.message))
    child.on('exit', (code, signal) => end(String(signal ?? code)))
  })
  const browser: Browser = {
    devTools,
    pid: child.pid ?? 0,
    isAlive: () => isAlive,
    async kill() {
      child.ref()
      child.kill('SIGKILL')
      await gone
    },
  }
  const impatient = setTimeout(() => void browser.kill(), startMs)
  try {
    await devTools.send('Browser.getVersion')
  } catch (error) {
    await browser.kill()
    throw error
  } finally {
    clearTimeout(impatient)
  }
  // It must not keep this process from ending; what waits for it has a timer that does.
  child.unref()
  for (const stream of [child.stderr, input, output]) (stream as { unref?: () => void } | null)?.unref?.()
  return browser
}
