import { expect, test } from 'vitest'
import { type Statement, unusedGrants } from '../cloud/deployed/unused-rights.ts'

const table = 'arn:aws:dynamodb:eu-central-1:123456789012:table/entities'
const key = 'arn:aws:kms:eu-central-1:123456789012:key/1'
const ofItems = (Action: string, ...keys: string[]): Statement => ({
  ...{ Effect: 'Allow', Action, Resource: table },
  Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } },
})
const through = (...services: string[]): Statement => ({
  ...{ Effect: 'Allow', Action: 'kms:Decrypt', Resource: key },
  Condition: { StringEquals: { 'kms:ViaService': services } },
})
const asked = (action: string, resource: string, context: Record<string, string | string[]>) => ({
  ...{ role: 'worker', action, resource, context },
})
const update = (...kinds: string[]) => asked('dynamodb:UpdateItem', table, { 'dynamodb:leadingkeys': kinds })

test('a request uses the grant whose condition it meets, and no other of the same action and resource', () => {
  const worker = [ofItems('dynamodb:UpdateItem', 'E#*', 'C#*'), ofItems('dynamodb:UpdateItem', 'J#*')]
  const line = `worker dynamodb:UpdateItem ${table} if dynamodb:LeadingKeys`
  expect(unusedGrants({ worker }, [update('E#')])).toEqual([`${line} J#*`])
  expect(unusedGrants({ worker }, [update('J#')])).toEqual([`${line} E#*, C#*`])
  expect(unusedGrants({ worker }, [update('E#', 'J#')])).toEqual([`${line} E#*, C#*`, `${line} J#*`])
})

test('short-lived items are told apart by their second word', () => {
  const worker = [ofItems('dynamodb:GetItem', 'T#import', 'T#import#*')]
  const get = (kind: string) => asked('dynamodb:GetItem', table, { 'dynamodb:leadingkeys': [kind] })
  expect(unusedGrants({ worker }, [get('T#import')])).toEqual([])
  expect(unusedGrants({ worker }, [get('T#import#')])).toEqual([])
  expect(unusedGrants({ worker }, [get('T#idempotency#')])).toHaveLength(1)
})

test('the key is used through the service that asked it', () => {
  const worker = [through('dynamodb', 's3'), through('sqs')]
  const decrypt = asked('kms:Decrypt', key, { 'kms:ViaService': 'sqs' })
  expect(unusedGrants({ worker }, [decrypt])).toEqual([
    `worker kms:Decrypt ${key} if kms:ViaService dynamodb, s3`,
  ])
  expect(unusedGrants({ worker }, [asked('kms:Decrypt', key, {})])).toHaveLength(2)
})

test('an operator that is not known here is no use of anything unseen: it is told', () => {
  const worker: Statement[] = [
    { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: '*', Condition: { Bool: { any: 'true' } } },
  ]
  expect(() => unusedGrants({ worker }, [asked('sqs:SendMessage', 'any', {})])).toThrow('Bool')
})
