/** What the ports need that keep data: in the table, in the bucket of the files, in the index. */
import { type Allowed, decrypt, encrypt, type Need, onObjects, type Resources } from './need.ts'

const readTable = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']
const writeTable = ['dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem']
/** The table by its keys, and its index, of which entities of a class are listed. */
const onTable = ({ data }: Resources, actions: string[]): Allowed[] => [
  { actions, resources: [data.table.tableArn] },
  { actions: ['dynamodb:Query'], resources: [`${data.table.tableArn}/index/by-class`] },
]
/** Import memory alone; the last two are where it lay before it had items of its own. */
const ofMemory = {
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['M#*', 'T#import', 'T#import#*'] },
}
/** Items of jobs alone. */
const ofJobs = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['J#*'] } }
/** What people have read of notes, and begun to write, alone. */
const ofNoteMarks = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['K#*'] } }
/** Heads, since a deletion marks the one that is about to go, and counters, which a save may raise. */
const ofHeadsAndCounters = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['E#*', 'C#*'] } }
const tableEnv = ({ data }: Resources) => ({ TABLE: data.table.tableName, BUCKET: data.files.bucketName })
export const readEntities: Need = {
  env: tableEnv,
  allowed: (r) => [...onTable(r, readTable), ...onObjects(r, ['s3:GetObject'], 'overflow'), decrypt(r)],
}

export const entities: Need = {
  env: tableEnv,
  allowed: (r) => [
    ...onTable(r, [...readTable, ...writeTable]),
    {
      actions: ['dynamodb:UpdateItem'],
      resources: [r.data.table.tableArn],
      conditions: ofHeadsAndCounters,
    },
    ...onObjects(r, ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], 'overflow'),
    encrypt(r),
  ],
}
export const importMemory: Need = {
  env: tableEnv,
  allowed: (r) => [
    {
      actions: ['dynamodb:GetItem', 'dynamodb:PutItem'],
      resources: [r.data.table.tableArn],
      conditions: ofMemory,
    },
    ...onObjects(r, ['s3:GetObject', 's3:PutObject'], 'overflow/import-memory', 'overflow/lasting'),
    // What a large memory replaces goes.
    ...onObjects(r, ['s3:DeleteObject'], 'overflow/import-memory'),
    encrypt(r),
  ],
}
export const noteMarks: Need = {
  env: tableEnv,
  allowed: (r) => [
    {
      actions: ['dynamodb:BatchGetItem', 'dynamodb:UpdateItem'],
      resources: [r.data.table.tableArn],
      conditions: ofNoteMarks,
    },
    encrypt(r),
  ],
}
export const readNoteMarks: Need = {
  env: tableEnv,
  allowed: (r) => [
    {
      actions: ['dynamodb:BatchGetItem'],
      resources: [r.data.table.tableArn],
      conditions: ofNoteMarks,
    },
    decrypt(r),
  ],
}
/** Beside conversations, in items like those. */
export const drafts: Need = {
  env: tableEnv,
  allowed: (r) => [
    {
      actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'],
      resources: [r.data.table.tableArn],
      conditions: ofNoteMarks,
    },
    encrypt(r),
  ],
}
export const jobStore: Need = {
  env: tableEnv,
  allowed: (r) => [
    {
      actions: [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:Query',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
        'dynamodb:BatchWriteItem',
      ],
      resources: [r.data.table.tableArn],
      conditions: ofJobs,
    },
    ...onObjects(r, ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], 'overflow/job'),
    encrypt(r),
  ],
}
export const readJobs: Need = {
  env: tableEnv,
  allowed: (r) => [
    {
      actions: ['dynamodb:BatchGetItem', 'dynamodb:Query'],
      resources: [r.data.table.tableArn],
      conditions: ofJobs,
    },
    ...onObjects(r, ['s3:GetObject'], 'overflow/job'),
    decrypt(r),
  ],
}
/** Answers kept for a request that comes again: short-lived items of one kind, large ones in one folder. */
export const idempotency: Need = {
  env: tableEnv,
  allowed: (r) => [
    {
      actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'],
      resources: [r.data.table.tableArn],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['T#idempotency#*'] } },
    },
    ...onObjects(r, ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], 'overflow/transient'),
    encrypt(r),
  ],
}

/** What is removed again when it is no longer needed; of the last, with the entity. */
const removable = ['incoming', 'imports', 'exports', 'export-parts', 'pdf', 'uploads']
/** What was sent to somebody: nothing removes it. */
const lasting = ['confirmations', 'invoices']
export const files: Need = {
  env: ({ data }) => ({ BUCKET: data.files.bucketName }),
  allowed: (r) => [
    ...onObjects(r, ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], ...removable),
    ...onObjects(r, ['s3:GetObject', 's3:PutObject'], ...lasting),
    // Large files come in parts, and what was begun is taken back.
    ...onObjects(r, ['s3:AbortMultipartUpload'], 'exports', 'export-parts'),
    encrypt(r),
  ],
}
/** What is made anew where it is missing. */
export const snapshots: Need = {
  env: ({ data }) => ({ BUCKET: data.files.bucketName }),
  allowed: (r) => [...onObjects(r, ['s3:GetObject', 's3:PutObject'], 'snapshots'), encrypt(r)],
}
/** What people brought. */
export const readFiles: Need = {
  env: ({ data }) => ({ BUCKET: data.files.bucketName }),
  allowed: (r) => [...onObjects(r, ['s3:GetObject'], 'uploads'), decrypt(r)],
}
// Addresses can do what their signer may: it signs, S3 reads and writes with its rights, the key's included.
export const links: Need = {
  env: ({ data }) => ({ BUCKET: data.files.bucketName }),
  allowed: (r) => [
    ...onObjects(r, ['s3:GetObject'], 'uploads', 'exports', 'pdf', 'confirmations', 'invoices'),
    ...onObjects(r, ['s3:PutObject'], 'incoming'),
    { actions: ['kms:Decrypt', 'kms:GenerateDataKey'], resources: [r.data.key.keyArn] },
  ],
}

const indexEnv = ({ data, settings }: Resources) => ({
  INDEX_ENDPOINT: `https://${data.domain.domainEndpoint}`,
  INDEX_SHARDS: String(settings.indexShards),
  STAGE: settings.stage,
  ...(settings.localIndex ? { INDEX_LOCAL: `${settings.localIndex}/${data.domain.domainName}` } : {}),
})
export const index: Need = {
  env: indexEnv,
  allowed: ({ data, settings }) => {
    const domain = data.exportValue(data.domain.domainArn)
    return [
      {
        actions: ['es:ESHttpGet', 'es:ESHttpPost', 'es:ESHttpPut'],
        resources: [`${domain}/inputlist-${settings.stage}-*`],
        why: 'A rebuild makes indices with new names; the grant ends at the prefix of the stage.',
      },
      {
        actions: ['es:ESHttpGet'],
        resources: [`${domain}/_alias/inputlist-${settings.stage}-*`],
        why: 'Which index an alias of the stage stands for is asked; the grant ends at the prefix of the stage.',
      },
      { actions: ['es:ESHttpPost'], resources: [`${domain}/_bulk`, `${domain}/_aliases`] },
    ]
  },
}
export const readIndex: Need = {
  env: indexEnv,
  allowed: ({ data, settings }) => {
    const indices = `${data.exportValue(data.domain.domainArn)}/inputlist-${settings.stage}`
    return [
      {
        actions: ['es:ESHttpPost'],
        resources: [`${indices}-*/_search`],
        why: 'The stage has several indices; nothing but a search is granted on them.',
      },
      { actions: ['es:ESHttpGet'], resources: [`${indices}-meta/_doc/position`] },
    ]
  },
}
export const indexHealth: Need = {
  env: ({ data }) => ({ INDEX_DOMAIN: data.domain.domainName }),
  allowed: ({ data }) => [
    { actions: ['es:DescribeDomain'], resources: [data.exportValue(data.domain.domainArn)] },
  ],
}
