/** Writes openapi.json (3.1) from the catalogue. `--check` fails where the committed file is not what it would write. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import type { Contract } from '../shared/contract.ts'
import { errorCodes, errorStatus } from '../shared/errors.ts'
import { filter } from '../shared/search/filter.ts'
import { readContracts } from './catalogue.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = `${root}openapi.json`

type Json = Record<string, unknown>

/** A schema as JSON Schema without the parts that only a single file needs. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    target: 'draft-2020-12',
  }) as Json
  const { $schema: _, ...rest } = made
  return rest
}

/** Schemas that refer to themselves get a name of their own, once for all calls that use them. */
const named = new Map<string, string>([[whole(schemaOf(z.object({ filter }), 'input')), 'Filter']])

/** The first named part of a schema, as a key to know it by. */
function whole(schema: Json): string {
  const [name, value] = Object.entries(schema['$defs'] as Json)[0]!
  return JSON.stringify({ name, value })
}

/** Moves the `$defs` of one schema (recursive filters) into the components of the document. */
function lift(schema: Json, components: Json): Json {
  const { $defs, ...rest } = schema as { $defs?: Json }
  if (!$defs) return rest
  const names = new Map<string, string>()
  for (const [key, value] of Object.entries($defs)) {
    const id = whole({ $defs: { [key]: value } })
    if (!named.has(id)) named.set(id, `Schema${named.size}`)
    names.set(key, named.get(id)!)
  }
  const rewrite = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewrite)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const found = key === '$ref' && /^#\/\$defs\/(.+)$/.exec(String(inner))
        return found ? [key, `#/components/schemas/${names.get(found[1]!)}`] : [key, rewrite(inner)]
      }),
    )
  }
  for (const [key, value] of Object.entries($defs)) components[names.get(key)!] = rewrite(value)
  return rewrite(rest) as Json
}

function operation(contract: Contract, components: Json): Json {
  const input = lift(schemaOf(contract.input, 'input'), components)
  const output = lift(schemaOf(contract.output, 'output'), components)
  const content = (schema: unknown) => ({ 'application/json': { schema } })
  const isOpen = contract.access === 'public'
  return {
    operationId: contract.name,
    summary: contract.title,
    tags: [contract.name.split('/')[0]],
    'x-access': contract.access,
    ...(contract.idempotent && { 'x-idempotent': true }),
    security: isOpen ? [] : [{ bearer: [] }],
    ...(contract.method === 'GET'
      ? { parameters: [{ name: '__payload', in: 'query', required: false, content: content(input) }] }
      : {
          ...(contract.idempotent && { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] }),
          requestBody: { required: true, content: content(input) },
        }),
    responses: {
      '200': {
        description: 'The answer',
        headers: { 'x-request-id': { schema: { type: 'string' } } },
        content: content({
          type: 'object',
          required: ['ok', 'data', 'id'],
          properties: { ok: { const: true }, data: output, id: { type: 'string' } },
        }),
      },
      default: { $ref: '#/components/responses/Refused' },
    },
  }
}

export async function openApiDocument(): Promise<Json> {
  const contracts = (await readContracts()).map((row) => row.contract)
  const texts: Record<string, string> = JSON.parse(readFileSync(`${root}shared/texts/en_GB.json`, 'utf8'))
  const components: Json = {}
  const paths = Object.fromEntries(
    contracts.map((c) => [`/api/${c.name}`, { [c.method.toLowerCase()]: operation(c, components) }]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Inputlist',
      version: JSON.parse(readFileSync(`${root}package.json`, 'utf8')).version,
      description: 'The calls of Inputlist. Each is one path; answers are always JSON in one envelope.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'Repeats within 24 hours get the answer of the first request.',
          schema: { type: 'string', maxLength: 200 },
        },
      },
      responses: {
        Refused: {
          description: 'The call was refused, or failed',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['ok', 'message', 'code', 'id'],
                properties: {
                  ok: { const: false },
                  message: { type: 'string' },
                  code: { enum: errorCodes },
                  id: { type: 'string' },
                  details: { type: 'object' },
                },
              },
            },
          },
        },
      },
      schemas: components,
    },
    'x-errors': Object.fromEntries(
      errorCodes.map((code) => [code, { status: errorStatus[code], text: texts[code] ?? '' }]),
    ),
  }
}

export const openApiText = async () => `${JSON.stringify(await openApiDocument(), null, 1)}\n`
export const committedOpenApi = () => {
  try {
    return readFileSync(target, 'utf8')
  } catch {
    return ''
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
  const text = await openApiText()
  const isFresh = text === committedOpenApi()
  if (values.check) {
    console.log(isFresh ? 'openapi.json is up to date' : 'openapi.json is stale: run npm run openapi')
    process.exitCode = isFresh ? 0 : 1
  } else {
    if (!isFresh) writeFileSync(target, text)
    console.log(isFresh ? 'openapi.json is up to date' : 'openapi.json written')
  }
}
