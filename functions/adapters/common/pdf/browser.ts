import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser as Chromium, PuppeteerNode } from 'puppeteer-core'
import type { ChromiumFiles } from './chromium-files.ts'

/** What starts and drives the browser: the package itself, or the copy in a layer. */
export type Puppeteer = Pick<PuppeteerNode, 'launch'>

export interface Browser {
  readonly chromium: Chromium
  readonly pid: number
  isAlive(): boolean
  /** Hears of its end, at once if that has come already. Gives what takes the listener away. */
  onEnd(listener: () => void): () => void
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
export async function startBrowser(
  puppeteer: Puppeteer,
  files: ChromiumFiles,
  options: BrowserOptions,
): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), 'inputlist-print-'))
  const clear = () => rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  let chromium: Chromium
  try {
    chromium = await puppeteer.launch({
      executablePath: files.executable,
      pipe: true,
      ignoreDefaultArgs: true,
      args: [
        ...flags,
        ...cutOff,
        `--user-data-dir=${folder}`,
        ...(options.isSingleProcess ? ['--single-process'] : []),
        'about:blank',
      ],
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
      defaultViewport: null,
      timeout: startMs,
      // Printing has a limit of its own, which ends the browser.
      protocolTimeout: 0,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
  } catch (error) {
    await clear()
    throw error
  }
  const child = chromium.process()!
  let isAlive = true
  const gone = new Promise<void>((resolve) => {
    const end = () => {
      isAlive = false
      void clear().then(resolve)
    }
    if (child.exitCode !== null || child.signalCode !== null) end()
    else child.once('exit', end)
  })
  // It must not keep this process from ending; what waits for it has a timer that does.
  child.unref()
  for (const stream of child.stdio) (stream as { unref?: () => void } | null)?.unref?.()
  return {
    chromium,
    pid: child.pid ?? 0,
    isAlive: () => isAlive && chromium.connected,
    onEnd(listener) {
      if (!isAlive || !chromium.connected) listener()
      child.once('exit', listener)
      chromium.once('disconnected', listener)
      return () => {
        child.off('exit', listener)
        chromium.off('disconnected', listener)
      }
    },
    async kill() {
      child.ref()
      child.kill('SIGKILL')
      await gone
    },
  }
}
