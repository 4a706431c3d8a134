/** What the cloud on one machine needs beside Node: looked for, never installed system-wide. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
/** Folder of the project that git ignores: what was installed, logs, data. */
export const cloudFolder = join(root, '.cloud')

export interface Tools {
  python: string
  /** Folder of a JDK 21 or newer. */
  jdk: string
  maven: string
}

function said(command: string, ...args: string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch {
    return undefined
  }
}
/** Name of a Python 3.11 or newer. */
export function findPython(): string | undefined {
  return ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python'].find((name) => {
    const [, major, minor] = /Python (\d+)\.(\d+)/.exec(said(name, '--version') ?? '') ?? []
    return Number(major) === 3 && Number(minor) >= 11
  })
}
/** Version of the JDK in a folder, 0 if there is none. */
function jdkVersion(folder: string): number {
  if (!existsSync(join(folder, 'bin/javac'))) return 0
  return Number(/^javac (\d+)/.exec(said(join(folder, 'bin/javac'), '-version') ?? '')?.[1] ?? 0)
}
function findJdk(): string | undefined {
  const places = ['/usr/lib/jvm', '/Library/Java/JavaVirtualMachines', '/opt/java']
  const folders = places.flatMap((place) =>
    existsSync(place) ? readdirSync(place).map((f) => join(place, f)) : [],
  )
  const candidates = [process.env['JAVA_HOME'], ...folders, ...folders.map((f) => join(f, 'Contents/Home'))]
  return candidates.find((folder) => folder !== undefined && jdkVersion(folder) >= 21)
}

/** What the machine would need beside its tools could not be fetched: no registry is in reach, or it lacks it. */
export class NotInstalled extends Error {}
/** Errors: `NotInstalled` with the last words of the installer. */
export function installing(what: string, install: () => void): void {
  try {
    install()
  } catch (cause) {
    const words = String((cause as { stderr?: Buffer }).stderr ?? cause)
    throw new NotInstalled(`${what} could not be installed: ${words.trim().split('\n').at(-1)}`, { cause })
  }
}

/** The tools, or one line that says what is missing. */
export function findTools(): Tools | string {
  const python = findPython()
  const jdk = findJdk()
  const maven = said('mvn', '-v') ? 'mvn' : undefined
  if (python && jdk && maven) return { python, jdk, maven }
  const missing = [!python && 'Python 3.11 or newer', !jdk && 'a JDK 21 or newer', !maven && 'Maven']
  return `The cloud on one machine needs ${missing.filter(Boolean).join(' and ')}, which ${missing.filter(Boolean).length > 1 ? 'are' : 'is'} not here.`
}
