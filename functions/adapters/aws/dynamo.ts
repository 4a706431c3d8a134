import { randomUUID } from 'node:crypto'
import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { chunksOf } from '../../../shared/chunks.ts'
import { tooBusy } from '../../../shared/errors.ts'
import { isConflict, isEngineFault, isTransient } from './transient-errors.ts'

/** What attributes hold here. Numbers are revisions, counts and times: all are exact as JavaScript's numbers. */
export type Value = string | number | boolean | Uint8Array | Set<number> | undefined
export type Attributes = Record<string, Value>
export interface Key {
  pk: string
  sk: string
}
/** Whole, or the attributes that were asked for; the key is always there. */
export interface Item extends Key {
  [attribute: string]: Value
}
/** Of whatever has one. */
const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk })
/** One write of a transaction. */
export type WriteItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number]
type WriteRequest = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number]

export interface Condition {
  expression: string
  names?: Record<string, string>
  values?: Attributes
}
const spelled = (condition: Condition | undefined) => ({
  ConditionExpression: condition?.expression,
  ExpressionAttributeNames: condition?.names,
  ExpressionAttributeValues: condition?.values,
})

/** Why a transaction was cancelled, place by place; `item` is the state that the condition met, where there was one. */
export interface Cancelled {
  cancelled: { code: string; item?: Item }[]
}
/** The client spells out what it brings, not what errors hold. */
interface CancelledError {
  CancellationReasons?: { Code?: string; Item?: Record<string, AttributeValue> }[]
}
export const isCancelled = (x: 'written' | Cancelled): x is Cancelled => x !== 'written'

/** Together these pauses come to about a second on average, two at most. */
const tries = 9
const stepMs = 12
const maxStepMs = 700
/** What one request takes. */
const getsAtOnce = 100
const writesAtOnce = 25

/** The key and these. Names that DynamoDB keeps for itself are spelled through placeholders, so all are. */
export function projection(attributes: string[]) {
  const names = ['pk', 'sk', ...attributes]
  return {
    ProjectionExpression: names.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
  }
}
const nameOf = (error: unknown) => (error as { name?: string } | null)?.name ?? ''

export interface DynamoOptions {
  /** Between 0 and 1. */
  random?: () => number
  pause?: (ms: number) => Promise<void>
}

/**
 * The few operations that the adapters need. Passing troubles (other transactions on the same item, throttling, the
 * engine's own engineFaults) are tried again with full jitter, so that writers that met once do not meet again.
 * The SDK's own retries (three, for throttling and lost connections) do not do it: they know neither conflicts of
 * transactions, nor cancelled ones, nor what a batch left over, and they end with the engine's error instead of ours.
 * Errors: `too_many_requests`, where that did not help.
 */
export class Dynamo {
  readonly table: string
  readonly #client: DynamoDBDocumentClient
  readonly #random: () => number
  readonly #pause: (ms: number) => Promise<void>

  constructor(client: DynamoDBClient, table: string, options: DynamoOptions = {}) {
    this.#client = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
    this.table = table
    this.#random = options.random ?? Math.random
    this.#pause = options.pause ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)))
  }

  #rest = (attempt: number) => this.#pause(this.#random() * Math.min(maxStepMs, stepMs * 2 ** attempt))

  async #again<T>(act: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await act()
      } catch (error) {
        const code = nameOf(error)
        if (!isTransient(code)) throw error
        if (attempt + 1 >= tries) throw isEngineFault(code) ? error : tooBusy(error)
        await this.#rest(attempt)
      }
    }
  }
  /** Repeats a batch with what it left over, as long as that becomes less, and a while longer. */
  async #untilNone<P>(all: P[], take: (pending: P[]) => Promise<P[]>): Promise<void> {
    let pending = all
    for (let attempt = 0; pending.length > 0; attempt++) {
      const left = await take(pending)
      if (left.length > 0) {
        if (left.length < pending.length) attempt = 0
        if (attempt + 1 >= tries) throw tooBusy()
        await this.#rest(attempt)
      }
      pending = left
    }
  }

  /** The whole item, or some of its attributes. */
  async get(key: Key, attributes?: string[]): Promise<Item | undefined> {
    const command = new GetCommand({
      TableName: this.table,
      Key: keyOf(key),
      ConsistentRead: true,
      ...(attributes && projection(attributes)),
    })
    return (await this.#again(() => this.#client.send(command))).Item as Item | undefined
  }

  /** Different keys, a few hundred at most, whole or some attributes; missing ones are left out, in no order. */
  async getMany(keys: Key[], attributes?: string[]): Promise<Item[]> {
    const found: Item[] = []
    const take = async (pending: Key[]) => {
      const command = new BatchGetCommand({
        RequestItems: {
          [this.table]: { Keys: pending, ConsistentRead: true, ...(attributes && projection(attributes)) },
        },
      })
      const answer = await this.#again(() => this.#client.send(command))
      found.push(...((answer.Responses?.[this.table] ?? []) as Item[]))
      return (answer.UnprocessedKeys?.[this.table]?.Keys ?? []) as Key[]
    }
    const parts = chunksOf(keys.map(keyOf), getsAtOnce)
    await Promise.all(parts.map((part) => this.#untilNone(part, take)))
    return found
  }

  /** How many there are, counted where they lie. */
  async count(input: Omit<QueryCommandInput, 'TableName' | 'Select'>): Promise<number> {
    let count = 0
    let next: Item | undefined
    do {
      const page = { TableName: this.table, ...input, Select: 'COUNT' as const, ExclusiveStartKey: next }
      const answer = await this.#again(() => this.#client.send(new QueryCommand(page)))
      count += answer.Count ?? 0
      next = answer.LastEvaluatedKey as Item | undefined
    } while (next)
    return count
  }

  /** One page. */
  async query(input: Omit<QueryCommandInput, 'TableName'>): Promise<{ items: Item[]; next?: Item }> {
    const command = new QueryCommand({ TableName: this.table, ...input })
    const answer = await this.#again(() => this.#client.send(command))
    return { items: (answer.Items ?? []) as Item[], next: answer.LastEvaluatedKey as Item | undefined }
  }

  /** All pages. */
  async *pages(input: Omit<QueryCommandInput, 'TableName'>): AsyncGenerator<Item[]> {
    let next: Item | undefined
    do {
      const page = await this.query({ ...input, ExclusiveStartKey: next })
      yield page.items
      next = page.next
    } while (next)
  }

  /** True, or false if the condition of the command does not hold. */
  async #if(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await this.#again(act)
      return true
    } catch (error) {
      if (nameOf(error) === 'ConditionalCheckFailedException') return false
      throw error
    }
  }

  /** Changes an item, or makes it. Only for what may be done twice. Gives the item as it is then. */
  async update(input: Omit<UpdateCommandInput, 'TableName' | 'ReturnValues'>): Promise<Item> {
    const command = new UpdateCommand({ TableName: this.table, ReturnValues: 'ALL_NEW', ...input })
    return (await this.#again(() => this.#client.send(command))).Attributes as Item
  }

  /** Writes, and gives true; or false if the condition does not hold. */
  put(item: Item, condition?: Condition): Promise<boolean> {
    const command = new PutCommand({ TableName: this.table, Item: item, ...spelled(condition) })
    return this.#if(() => this.#client.send(command))
  }

  /** Deletes, and gives true; or false if the condition does not hold. */
  delete(key: Key, condition?: Condition): Promise<boolean> {
    const command = new DeleteCommand({ TableName: this.table, Key: keyOf(key), ...spelled(condition) })
    return this.#if(() => this.#client.send(command))
  }

  /** Changes attributes of an item, and gives true; or false if the condition does not hold. `values` are for both. */
  updateIf(
    key: Key,
    expression: string,
    condition: Omit<Condition, 'values'>,
    values: Attributes,
  ): Promise<boolean> {
    const command = new UpdateCommand({
      TableName: this.table,
      Key: keyOf(key),
      UpdateExpression: expression,
      ...spelled({ ...condition, values }),
    })
    return this.#if(() => this.#client.send(command))
  }

  /** Different keys, in no order. */
  deleteMany(keys: Key[]): Promise<void> {
    return this.#writeMany(keys.map((key) => ({ DeleteRequest: { Key: keyOf(key) } })))
  }
  /** Different items, whether they are there or not, in no order. */
  putMany(items: Item[]): Promise<void> {
    return this.#writeMany(items.map((item) => ({ PutRequest: { Item: item } })))
  }
  async #writeMany(requests: WriteRequest[]): Promise<void> {
    const take = async (pending: WriteRequest[]) => {
      const command = new BatchWriteCommand({ RequestItems: { [this.table]: pending } })
      const answer = await this.#again(() => this.#client.send(command))
      return answer.UnprocessedItems?.[this.table] ?? []
    }
    for (const part of chunksOf(requests, writesAtOnce)) await this.#untilNone(part, take)
  }

  /**
   * Writes all or nothing. A condition that does not hold is an answer, not an error: the places with their codes and
   * the state that they met. So is a conflict with other transactions that did not pass.
   */
  async transact(items: WriteItem[]): Promise<'written' | Cancelled> {
    let token = randomUUID()
    for (let attempt = 0; ; attempt++) {
      const command = new TransactWriteCommand({ TransactItems: items, ClientRequestToken: token })
      let result: Cancelled | undefined
      try {
        // Of a request whose answer was lost nobody knows whether it was done: the same token makes it the same one.
        await this.#again(() => this.#client.send(command))
        return 'written'
      } catch (error) {
        const reasons = (error as CancelledError).CancellationReasons
        if (nameOf(error) !== 'TransactionCanceledException' || !reasons) throw error
        result = {
          cancelled: reasons.map(({ Code, Item: met }) => ({
            code: Code ?? 'None',
            ...(met && { item: unmarshall(met) as Item }),
          })),
        }
      }
      const codes = result.cancelled.map(({ code }) => code)
      const trouble = codes.find(isTransient)
      // A condition that does not hold is final; a conflict beside it changes nothing about that.
      if (codes.includes('ConditionalCheckFailed')) return result
      if (trouble === undefined)
        throw new Error(
          `the table refused a transaction: ${codes.filter((code) => code !== 'None').join(', ')}`,
        )
      if (attempt + 1 >= tries) {
        if (isConflict(trouble)) return result
        throw tooBusy()
      }
      await this.#rest(attempt)
      // A cancelled transaction wrote nothing, so trying again is a new one.
      token = randomUUID()
    }
  }
}
