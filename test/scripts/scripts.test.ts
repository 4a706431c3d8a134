/** The small scripts: what they say, and that they spare what is there. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../functions/adapters/embedded/database.ts'
import { layout } from '../../functions/adapters/embedded/migrations.ts'
import { nodeProblem } from '../../scripts/check-node.mjs'
import { type Reported, summary } from '../../scripts/ci-summary.ts'
import { skeletons, writeSkeletons } from '../../scripts/new-call.ts'
import { propertyTests } from '../../scripts/property-tests.ts'
import { startApp } from '../../scripts/start/app.ts'
import { runningOn, takeDataFolder } from '../../scripts/start/data-folder.ts'
import { readSettings, warningsOf } from '../../scripts/start/settings.ts'
import { holdFolder } from '../fixtures/hold-folder.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'inputlist-scripts-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('exploration', () => {
  const root = new URL('../..', import.meta.url).pathname
  it('runs property tests wherever they lie, also those of suites and fixtures, and nothing else', () => {
    const found = propertyTests(root, 'here')
    expect(found).toEqual(
      expect.arrayContaining([
        'test/domain/merge.test.ts',
        'test/ports/search-index.compaction.test.ts',
        'test/scripts/rotate-origin-secret.test.ts',
        'test/services/job-engine.test.ts',
        'test/web/product/draft.test.ts',
      ]),
    )
    expect(found.filter((path) => /^test\/(cloud|e2e)\//.test(path))).toEqual([])
    // It needs a browser, and has cases of its own only.
    expect(found).not.toContain('test/ports/pdf-maker.test.ts')
  })
  it('runs those that need the cloud by themselves', () => {
    const found = propertyTests(root, 'cloud')
    expect(found).toEqual(
      expect.arrayContaining(['test/cloud/entity-store.test.ts', 'test/cloud/job-store.test.ts']),
    )
    expect(found.every((path) => path.startsWith('test/cloud/'))).toBe(true)
  })
  it('on the engines is skipped in one line where what they need is missing', () => {
    const explore = ['scripts/explore.ts', '--cloud', '--rounds', '1']
    const { status, stdout } = spawnSync(process.execPath, explore, {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: folder, HOME: folder },
    })
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/^Nothing was explored on the engines\. .+\n$/),
    ])
  })
})

describe('new-call', () => {
  it('puts contract, handler and test in their places, and overwrites nothing', () => {
    const files = skeletons('bml/label/delete', "Delete a label, it's gone")
    expect(files.map((file) => file.path)).toEqual([
      'shared/calls/bml/label/delete.ts',
      'functions/calls/bml/label/delete.ts',
      'test/calls/bml-label-delete.test.ts',
    ])
    expect(files[0]!.text).toContain('export const deleteCall = contract({')
    expect(files[0]!.text).toContain("title: 'Delete a label, it\\'s gone'")
    expect(files[1]!.text).toContain("from '../../../../shared/calls/bml/label/delete.ts'")
    writeSkeletons(folder, files)
    const before = readFileSync(join(folder, files[1]!.path), 'utf8')
    expect(() => writeSkeletons(folder, [{ ...files[1]!, text: 'other' }])).toThrow(/exists already/)
    expect(readFileSync(join(folder, files[1]!.path), 'utf8')).toBe(before)
  })
  it('refuses names that are no paths, and a call without a title', () => {
    for (const name of ['', 'save', 'bml/Product/save', '../../etc/passwd', 'bml//save', 'a/b/c/d'])
      expect(() => skeletons(name, 'Title')).toThrow(/service\/module\/call/)
    expect(() => skeletons('bml/product/save', '  ')).toThrow(/what the call does/)
  })
})

describe('the summary of the checks', () => {
  const report = (
    numbers: object,
    testResults: object[] = [{ name: 'a', status: 'passed', assertionResults: [{ status: 'passed' }] }],
  ) =>
    JSON.stringify({
      numTotalTests: 5,
      numPassedTests: 5,
      numFailedTests: 0,
      numPendingTests: 0,
      testResults,
      ...numbers,
    })
  const lastLine = (json: string | undefined, failed: string[] = [], ...more: Reported[]) => {
    const { lines, isFine } = summary([{ step: 'tests', json }, ...more], failed)
    return [lines.at(-1), isFine]
  }
  it('counts tests and the other checks, and is only fine when everything is', () => {
    expect(lastLine(report({}))).toEqual(['5 passed, 0 failed', true])
    expect(lastLine(report({ numPassedTests: 3, numFailedTests: 2 }), ['tests'])).toEqual([
      '3 passed, 2 failed',
      false,
    ])
    expect(lastLine(report({}), ['lint', 'types'])).toEqual(['5 passed, 2 failed', false])
  })
  it('names each failed test with the first line of what it said', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'fees are rounded', failureMessages: [] },
      {
        status: 'failed',
        fullName: 'fees are billed',
        failureMessages: ['\u001b[31mexpected 1\u001b[39m\n  at x'],
      },
    ]
    const json = report({ numFailedTests: 1 }, [
      { name: join(process.cwd(), 'test/fees.test.ts'), status: 'failed', assertionResults },
    ])
    const { lines } = summary([{ step: 'tests', json }], ['tests'])
    expect(lines).toContain('failed: test/fees.test.ts > fees are billed: expected 1')
    expect(lines.filter((line) => line.startsWith('failed:'))).toHaveLength(1)
  })
  it('counts a file that could not be run, a run that broke, and one that never began', () => {
    const broken = [{ name: 'x', status: 'failed', message: 'syntax', assertionResults: [] }]
    expect(lastLine(report({}, broken), ['tests'])).toEqual(['5 passed, 1 failed', false])
    expect(lastLine(report({}), ['tests'])).toEqual(['5 passed, 1 failed', false])
    expect(lastLine(undefined, ['tests'])).toEqual(['0 passed, 1 failed', false])
    expect(lastLine(report({ numTotalTests: 0, numPassedTests: 0 }))).toEqual(['0 passed, 0 failed', false])
  })
  it('counts the tests of the cloud too; where its tools are missing they are no failure', () => {
    const cloud = (json?: string): Reported => ({ step: 'cloud', json })
    expect(lastLine(report({}), [], cloud(report({})))).toEqual(['10 passed, 0 failed', true])
    expect(lastLine(report({}), ['cloud'], cloud(report({ numPassedTests: 4, numFailedTests: 1 })))).toEqual([
      '9 passed, 1 failed',
      false,
    ])
    expect(lastLine(report({}), ['cloud'], cloud(report({})))).toEqual(['10 passed, 1 failed', false])
    expect(lastLine(report({}), ['cloud', 'lint'], cloud())).toEqual(['5 passed, 2 failed', false])
    expect(lastLine(report({}), [], cloud())).toEqual(['5 passed, 0 failed', true])
    expect(summary([{ step: 'tests', json: report({}) }, cloud()], []).lines).toContain('cloud: did not run')
  })
})

describe('the settings of the start', () => {
  it('have defaults, and say which one is wrong', () => {
    expect(readSettings({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dataDir: '.data',
      seed: 'demo',
      web: 'built',
      allowedHosts: [],
      allowDemoSignInFromNetwork: false,
    })
    expect(readSettings({ PORT: '0', HOST: '::', DATA_DIR: '/x', SEED: 'none', WEB: 'none' })).toEqual({
      host: '::',
      port: 0,
      dataDir: '/x',
      seed: 'none',
      web: 'none',
      allowedHosts: [],
      allowDemoSignInFromNetwork: false,
    })
    expect(() => readSettings({ PORT: '70000' })).toThrow(
      'PORT must be a number from 0 to 65535, it is "70000".',
    )
    expect(() => readSettings({ PORT: 'abc' })).toThrow(/PORT/)
    expect(() => readSettings({ SEED: 'full' })).toThrow(/SEED must be/)
    expect(() => readSettings({ WEB: 'yes' })).toThrow(/WEB must be/)
  })
  it('name the hosts that are answered, and warn before others can reach it', () => {
    const named = (env: Record<string, string>) => readSettings(env).allowedHosts
    expect(named({ HOST: '192.168.1.5' })).toEqual(['192.168.1.5'])
    expect(named({ HOST: '0.0.0.0', ALLOWED_HOSTS: 'inputlist.example.org, box.local' })).toEqual([
      'inputlist.example.org',
      'box.local',
    ])
    for (const name of ['https://inputlist.example.org', 'a b', '*@x'])
      expect(() => named({ ALLOWED_HOSTS: name })).toThrow(/ALLOWED_HOSTS must be names/)
    expect(() => readSettings({ ALLOW_DEMO_SIGN_IN_FROM_NETWORK: '1' })).toThrow(
      'ALLOW_DEMO_SIGN_IN_FROM_NETWORK must be "yes" or "no", it is "1".',
    )

    const warned = (env: Record<string, string>) => warningsOf(readSettings(env)).join('\n')
    for (const HOST of ['127.0.0.1', 'localhost', '::1']) expect(warned({ HOST })).toBe('')
    expect(warned({ HOST: '0.0.0.0' })).toMatch(/Demonstration users can sign in at this machine only/)
    expect(warned({ HOST: '0.0.0.0' })).toMatch(/ALLOWED_HOSTS=/)
    expect(warned({ ALLOWED_HOSTS: 'inputlist.example.org' })).toMatch(/other machines may reach/)
    for (const HOST of ['127.0.0.1', '0.0.0.0'])
      expect(warned({ HOST, ALLOW_DEMO_SIGN_IN_FROM_NETWORK: 'yes' })).toMatch(
        /whoever reaches this address can sign in .* the administrator too/,
      )
  })
  it('need a Node that is new enough', () => {
    expect(nodeProblem('v24.0.0')).toBeUndefined()
    expect(nodeProblem('v20.11.1')).toMatch(/needs Node 24 or newer; this is Node v20.11.1/)
    expect(nodeProblem('nonsense')).toMatch(/needs Node 24/)
  })
})

describe('the data folder', () => {
  it('is seeded until that has come to its end, and only when it was empty', () => {
    const path = join(folder, 'data')
    const first = takeDataFolder(path)
    expect(first.needsSeed).toBe(true)
    first.release()
    const afterKill = takeDataFolder(path)
    expect(afterKill.needsSeed).toBe(true)
    afterKill.seeded('one')
    afterKill.release()
    writeFileSync(join(path, 'inputlist.sqlite'), '')
    const later = takeDataFolder(path)
    expect(later.needsSeed).toBe(false)
    expect(later.isOlderThan('one')).toBe(false)
    expect(later.isOlderThan('two')).toBe(true)
    later.seeded('none')
    expect(later.isOlderThan('two')).toBe(false)
    later.release()
  })
  it('of an earlier state, or of a newer one, or damaged, is told in words and keeps every byte', async () => {
    const path = join(folder, 'other-states')
    const file = join(path, 'inputlist.sqlite')
    const start = () =>
      startApp({ host: '127.0.0.1', port: 0, dataDir: path, seed: 'none', web: 'none' }, () => {})
    await openDatabase(path).close()
    const file1 = new DatabaseSync(file)
    // From before the numbering: the same tables.
    file1.exec('PRAGMA user_version = 0')
    file1.close()
    await openDatabase(path).close()
    const file2 = new DatabaseSync(file)
    expect(file2.prepare('PRAGMA user_version').get()).toEqual({ user_version: layout })
    file2.exec(`PRAGMA user_version = ${layout + 1}`)
    file2.close()
    const newer = readFileSync(file)
    await expect(start()).rejects.toThrow(/was made by a newer Inputlist.*Nothing was changed.*DATA_DIR/)
    expect(readFileSync(file).equals(newer)).toBe(true)

    const damaged = Buffer.from('this was once a database of many pages'.repeat(100))
    writeFileSync(file, damaged)
    await expect(start()).rejects.toThrow(
      /cannot be read.*Nothing was changed.*Put a copy of the folder back/,
    )
    expect(readFileSync(file).equals(damaged)).toBe(true)
    // It is not kept: another one may be started on it at once.
    expect(existsSync(join(path, 'running.pid'))).toBe(false)
  })
  it('belongs to one process at a time, whatever number an earlier one left behind', async () => {
    const path = join(folder, 'taken')
    takeDataFolder(path).release()
    // Its process was killed, and the number belongs to another program by now.
    writeFileSync(join(path, 'running.pid'), String(process.ppid))
    const own = takeDataFolder(path)
    expect(() => takeDataFolder(path)).toThrow(`Another Inputlist (process ${process.pid}) works on ${path}`)
    own.release()

    const other = await holdFolder(path)
    expect(runningOn(path)).toEqual({ pid: other.pid, url: undefined })
    expect(() => takeDataFolder(path)).toThrow(`Another Inputlist (process ${other.pid}) works on ${path}`)
    await other.kill()
    expect(runningOn(path)).toBeUndefined()
    takeDataFolder(path).release()
  })
})
