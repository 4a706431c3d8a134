import { describe, expect, it } from 'vitest'
import { readSettings } from '../../lib/settings.ts'
import { smallStage } from '../../scripts/stage-examples.ts'

const refusal = (env: Record<string, string | undefined>) => {
  try {
    readSettings(env)
  } catch (error) {
    return (error as Error).message
  }
  return 'accepted'
}

describe('settings of a deployment', () => {
  it('takes the five that are needed, and has a default for the rest', () => {
    expect(readSettings(smallStage)).toMatchObject({
      stage: 'test',
      size: 'small',
      waf: true,
      yearlyRun: false,
      local: false,
    })
  })
  it.each([
    ['INPUTLIST_STAGE', 'Test-1', 'stage', 'INPUTLIST_STAGE=test'],
    ['INPUTLIST_STAGE', undefined, 'stage', 'INPUTLIST_STAGE=test'],
    ['CDK_DEFAULT_ACCOUNT', undefined, 'account', 'CDK_DEFAULT_ACCOUNT='],
    ['INPUTLIST_SIGN_IN', 'password', 'signIn', '{"kind":"password"}'],
    ['INPUTLIST_SIGN_IN', '{"kind":"oidc","name":"Ours"}', 'signIn', 'docs/operations.md'],
    ['INPUTLIST_SENDER', 'nobody', 'sender', 'INPUTLIST_SENDER='],
    ['INPUTLIST_ALARMS', undefined, 'alarms', 'INPUTLIST_ALARMS='],
    ['INPUTLIST_WAF', 'yes', 'waf', 'INPUTLIST_WAF=on'],
    ['INPUTLIST_SIZE', 'huge', 'size', 'standard, large'],
    ['INPUTLIST_INDEX_SHARDS', '0', 'indexShards', 'INPUTLIST_INDEX_SHARDS=1'],
    ['INPUTLIST_BUDGET', 'much', 'budget', 'INPUTLIST_BUDGET=300'],
    ['INPUTLIST_RATE_LIMIT', '10', 'rateLimit', 'INPUTLIST_RATE_LIMIT=10000'],
    ['INPUTLIST_SIGNING_KEYS', '2,2', 'signingKeys', 'INPUTLIST_SIGNING_KEYS=1'],
    ['INPUTLIST_SIGNING_KEYS', '1,', 'signingKeys', 'INPUTLIST_SIGNING_KEYS=1'],
    ['INPUTLIST_DOMAIN', 'inputlist.example.org', 'certificate', 'INPUTLIST_CERTIFICATE='],
  ])('names %s=%s as wrong, with an example', (name, value, setting, example) => {
    const said = refusal({ ...smallStage, [name]: value })
    expect(said).toContain(`  ${setting}: `)
    expect(said).toContain(example)
  })
  it('wants a domain where people sign in elsewhere and come back', () => {
    const signIn = '{"kind":"saml","name":"Ours","metadataUrl":"https://id.example.org/metadata"}'
    expect(refusal({ ...smallStage, INPUTLIST_SIGN_IN: signIn })).toContain('  domain: ')
  })
  it('names all that is wrong at once', () => {
    const said = refusal({})
    for (const setting of ['stage', 'account', 'region', 'signIn', 'sender', 'alarms'])
      expect(said).toContain(`${setting}: `)
  })
})
