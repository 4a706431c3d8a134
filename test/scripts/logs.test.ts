/** What functions really write into their logs, and that the handbook asks for what is there. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { logRecord } from '../../functions/runtime/log-line.ts'
import { accessLogFormat } from '../../lib/api-stage-stack.ts'

type Line = Record<string, unknown>
let lines: Line[]
beforeAll(() => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['test/fixtures/as-lambda.ts'], {
    env: {
      PATH: process.env['PATH'],
      AWS_LAMBDA_FUNCTION_NAME: 'inputlist-test-example',
      AWS_LAMBDA_LOG_FORMAT: 'JSON',
      AWS_LAMBDA_LOG_LEVEL: 'INFO',
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_REGION: 'eu-central-1',
      _X_AMZN_TRACE_ID: 'Root=1-65f0a1b2-0123456789abcdef01234567;Sampled=1',
    },
    encoding: 'utf8',
  })
  expect([status, stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'))]).toEqual([0, []])
  lines = [...stdout.split('\n'), ...stderr.split('\n')]
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
})
const lineOf = (requestId: string) => lines.find((line) => line['requestId'] === requestId)

describe('what a function writes', () => {
  it('is one line of JSON for each request, with a level that Lambda knows', () => {
    expect(lines).toHaveLength(6)
    for (const line of lines) {
      expect(line['level']).toMatch(/^(INFO|WARN|ERROR)$/)
      expect(line['timestamp']).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
      expect(line).toMatchObject({ message: expect.stringMatching(/./), function: 'inputlist-test-example' })
    }
  })
  it('names request, call, status and invocation, and whether it began cold', () => {
    expect(lineOf('request-well')).toMatchObject({
      level: 'INFO',
      message: 'test/example',
      call: 'test/example',
      status: 200,
      coldStart: true,
      functionRequestId: 'invocation-1',
      trace: '1-65f0a1b2-0123456789abcdef01234567',
    })
    expect(lineOf('request-refused')).toMatchObject({
      level: 'WARN',
      status: 403,
      code: 'forbidden',
      coldStart: false,
      functionRequestId: 'invocation-2',
    })
    expect(String(lineOf('request-well')?.['id']).length).toBeLessThan(210)
  })
  it('tells a fault with its place and its cause', () => {
    expect(lineOf('request-broken')).toMatchObject({
      level: 'ERROR',
      status: 500,
      code: 'internal',
      error: {
        name: 'Error',
        message: 'the table does not answer',
        stack: expect.stringMatching(/as-lambda\.ts:\d+/),
        cause: { message: 'socket hang up' },
      },
    })
    expect(lines.find((line) => line['worker'] === 'example')).toMatchObject({
      level: 'ERROR',
      jobId: 'job-1',
      unit: '7',
      error: { message: 'this unit cannot be done' },
    })
    expect(lines.find((line) => line['authorizer'] === true)).toMatchObject({
      level: 'ERROR',
      error: { message: 'the key service does not answer' },
    })
  })
  it('has the names of the file on one machine', () => {
    const time = '2026-03-10T09:00:00.000Z'
    const error = { name: 'Error', message: 'x' }
    const request = {
      level: 'error',
      requestId: 'r',
      call: 'a/b',
      status: 500,
      code: 'internal',
      ms: 1,
      error,
    }
    expect(logRecord({ time, ...request })).toEqual({
      ...request,
      level: 'ERROR',
      message: 'a/b',
      timestamp: time,
    })
    const cloud = Object.keys(lineOf('request-broken') ?? {})
    expect(cloud).toEqual(expect.arrayContaining(Object.keys(logRecord({ time, ...request }))))
  })
})

/** Words of the query language of CloudWatch Logs Insights. */
const keywords = new Set(
  'fields filter stats sort limit by count sum avg max min pct as and or not in like desc asc bin ispresent'.split(
    ' ',
  ),
)
/** Queries of the handbook: blocks that say which log they ask. */
const queriesOf = (log: string) =>
  [
    ...readFileSync('docs/operations.md', 'utf8').matchAll(
      new RegExp(`^ *\`\`\`${log}\\n([^\`]+)\`\`\``, 'gm'),
    ),
  ].map((found) => found[1]!)
const fieldsIn = (query: string) =>
  [...query.replace(/"[^"]*"|\/[^/]*\//g, '').matchAll(/@?[a-zA-Z][\w.]*/g)]
    .map((found) => found[0])
    .filter((word) => !keywords.has(word) && !word.startsWith('@') && !/^\d/.test(word))
const has = (line: Line, path: string): boolean =>
  path.split('.').reduce<unknown>((at, key) => (at as Line | undefined)?.[key], line) !== undefined

describe('queries of the handbook', () => {
  it('ask for fields that functions write, with values that occur', () => {
    const queries = queriesOf('logs')
    expect(queries.length).toBeGreaterThanOrEqual(4)
    for (const query of queries)
      for (const field of fieldsIn(query))
        expect([query, field, lines.some((line) => has(line, field))]).toEqual([query, field, true])
    const levels = queries.flatMap((query) =>
      [...query.matchAll(/level = "(\w+)"/g)].map((found) => found[1]),
    )
    expect(levels.length).toBeGreaterThan(0)
    for (const level of levels) expect(lines.some((line) => line['level'] === level)).toBe(true)
  })
  it('ask for fields that the access log has', () => {
    const queries = queriesOf('access-logs')
    expect(queries.length).toBeGreaterThan(0)
    for (const query of queries)
      for (const field of fieldsIn(query)) expect(Object.keys(accessLogFormat)).toContain(field)
  })
})
