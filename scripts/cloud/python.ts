/** Python packages, installed on demand into a folder of the project that git ignores. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cloudFolder, findPython, installing } from './tools.ts'

/**
 * Folder with the programs of a virtual environment that has these packages; made if it is not there. Errors:
 * `NotInstalled`.
 */
export function pythonPrograms(name: string, packages: string[]): string {
  const folder = join(cloudFolder, name)
  const programs = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin')
  const done = join(folder, 'installed.json')
  const wanted = JSON.stringify(packages)
  if (existsSync(done) && readFileSync(done, 'utf8') === wanted) return programs
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const python = join(programs, process.platform === 'win32' ? 'python.exe' : 'python')
  installing(packages.join(', '), () => {
    execFileSync(findPython()!, ['-m', 'venv', folder], { stdio: 'pipe' })
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', ...packages], { stdio: 'pipe' })
  })
  writeFileSync(done, wanted)
  return programs
}
