/** The public interface as an OpenAPI document (3.1), made from the shapes of its answers. */
import * as z from 'zod'
import { publicAnswers } from './model/public-answers.ts'
import { publicAsking, publicLanguages } from './model/public-search.ts'

type Address = keyof typeof publicAnswers | 'v1/lists/{list}/data.csv'
const summaries: Record<Address, string> = {
  'v1/lists': 'Lists that are public',
  'v1/lists/{list}/products': 'A page of products, with facets',
  'v1/lists/{list}/products/{product}': 'One product',
  'v1/lists/{list}/data.json': 'Open data: all products of a list',
  'v1/lists/{list}/data.csv': 'Open data: all products of a list, as CSV',
}
const query = (name: string, description: string, schema: object) => ({
  name,
  in: 'query',
  description,
  schema,
})
const lang = query('lang', 'Language of the texts; else the list’s own.', {
  enum: publicLanguages,
})
/** Parameters that only pages of products have. */
const ofSearch = [
  query('q', 'Words: each has to be part of something that the list shows of the product.', {
    type: 'string',
    maxLength: publicAsking.maxText,
  }),
  query('sort', 'A part that is shown, with :asc or :desc.', { type: 'string' }),
  query('page', 'From 1.', { type: 'integer', minimum: 1 }),
  query('size', 'Products of a page.', {
    type: 'integer',
    minimum: 1,
    maximum: publicAsking.maxSize,
    default: publicAsking.usualSize,
  }),
  {
    ...query(
      'facets',
      'Ids of values by facet, such as category=…; several of one facet: one of them is enough.',
      {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string' } },
      },
    ),
    style: 'form',
    explode: true,
  },
]

const failures = {
  400: 'A parameter is not understood.',
  404: 'There is no such list or product that is public.',
  429: 'Too many questions from this address; Retry-After says when.',
  503: 'The list is being put together; Retry-After says when.',
}
const failure = {
  type: 'object',
  properties: { ok: { const: false }, code: { type: 'string' }, message: { type: 'string' } },
  required: ['ok', 'code', 'message'],
}

function schemaOf(address: Address): object {
  if (address === 'v1/lists/{list}/data.csv') return { type: 'string' }
  const { $schema: _, ...schema } = z.toJSONSchema(publicAnswers[address], { reused: 'inline' })
  return schema
}

function operation(address: Address) {
  const inPath = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const type = address.endsWith('.csv') ? 'text/csv' : 'application/json'
  return {
    summary: summaries[address],
    parameters: [...inPath, lang, ...(address.endsWith('/products') ? ofSearch : [])],
    responses: {
      200: { description: summaries[address], content: { [type]: { schema: schemaOf(address) } } },
      304: { description: 'The same as the answer with the ETag of If-None-Match.' },
      ...Object.fromEntries(
        Object.entries(failures).map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: failure } } },
        ]),
      ),
    },
  }
}

export const publicOpenapi = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Inputlist: public lists',
    version: '1',
    description: 'Inputs for organic farming that lists show the public. Read-only, without a key.',
  },
  paths: Object.fromEntries(
    (Object.keys(summaries) as Address[]).map((address) => [
      `/public/${address}`,
      { get: operation(address) },
    ]),
  ),
})
