/** What `npm run ops` says without a cloud: its commands, its mistakes, and that the doctor knows every stack. */
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { App, CfnOutput } from 'aws-cdk-lib'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it } from 'vitest'
import { buildStacks } from '../../lib/app.ts'
import { findParts } from '../../lib/parts/find-parts.ts'
import { stubContext } from '../../lib/parts/stub.ts'
import { readSettings } from '../../lib/settings.ts'
import { UsageError } from '../../scripts/ops/command.ts'
import { examine, fine, spell, wrong } from '../../scripts/ops/doctor/finding.ts'
import { outputs, stackNames, stacks } from '../../scripts/ops/doctor/stacks.ts'
import { createOperator } from '../../scripts/ops/operator.ts'
import { restore } from '../../scripts/ops/restore.ts'
import { main } from '../../scripts/ops.ts'
import { smallStage } from '../../scripts/stage-examples.ts'

const client = { region: 'eu-central-1', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } }
const o = createOperator({ stage: 'test', client, say: () => {} })

describe('a mistake of who types', () => {
  it.each([
    [[], 'What is to be done?'],
    [['explode', '--stage', 'test'], 'There is no explode.'],
    [['toString', '--stage', 'test'], 'There is no toString.'],
    [['doctor'], 'Which stage?'],
    [['doctor', '--stag', 'test'], "Unknown option '--stag'"],
    [['maintenance', 'maybe', '--stage', 'test'], 'on or off?'],
  ])('%j is answered by words and by what there is', async (args, said) => {
    const lines: string[] = []
    expect(await main(args, { AWS_REGION: 'eu-central-1' }, (line) => lines.push(line))).toBe(2)
    expect(lines[0]).toContain(said)
    expect(lines[1]).toMatch(/^Usage: npm run ops[\s\S]*create-admin[\s\S]*restore --to/)
  })
  it.each([
    undefined,
    'yesterday',
    // Without a zone it would be another moment on another machine.
    '2026-11-21T10:00:00',
    '2126-11-21T10:00:00Z',
  ])('the moment %s of a restore is refused before anything is done', async (to) => {
    await expect(async () => restore.run(o, { positionals: [], to, yes: true })).rejects.toThrow(UsageError)
  })
})

describe('the doctor', () => {
  const formation = mockClient(CloudFormationClient)
  const answer = (names: readonly string[], state: (name: string) => string = () => 'UPDATE_COMPLETE') =>
    formation.on(DescribeStacksCommand).resolves({
      Stacks: names.map((name) => ({
        StackName: `Inputlist-test-${name}`,
        StackStatus: state(name) as 'UPDATE_COMPLETE',
        CreationTime: new Date(),
      })),
    })
  const look = async () => (await examine(o, stacks)).map(spell)

  it('expects the stacks and the outputs that the deployment makes', async () => {
    const app = new App({ context: { [stubContext]: true }, analyticsReporting: false })
    const settings = readSettings({ ...smallStage, INPUTLIST_WAF: 'off' })
    buildStacks(app, settings, await findParts())
    const made = app.node.children.map(({ node }) => node.id).filter((id) => id.startsWith('Inputlist-'))
    expect(made.sort()).toEqual(stackNames.map((name) => `Inputlist-test-${name}`).sort())
    for (const [name, wanted] of Object.entries(outputs)) {
      const { children } = app.node.findChild(`Inputlist-test-${name}`).node
      const said = children.filter((one) => one instanceof CfnOutput).map(({ node }) => node.id)
      expect(said).toEqual(expect.arrayContaining(wanted))
    }
  }, 60_000)
  it('tells complete stacks from those that are missing, under way or rolled back', async () => {
    answer(stackNames)
    expect(await look()).toEqual([`✓ ${stackNames.length} stacks are there and complete`])
    const states: Record<string, string> = { Web: 'UPDATE_ROLLBACK_COMPLETE', Data: 'UPDATE_IN_PROGRESS' }
    answer(
      stackNames.filter((name) => name !== 'Jobs'),
      (name) => states[name] ?? 'CREATE_COMPLETE',
    )
    expect(await look()).toEqual([
      '✗ Stacks that are not there: Jobs → deploy',
      '✗ The stack Data is UPDATE_IN_PROGRESS → wait until the deployment has ended',
      '✗ The stack Web is UPDATE_ROLLBACK_COMPLETE → read its events, deploy again',
    ])
    answer([])
    expect(await look()).toEqual([
      '✗ There is no stack of test in this account and region → docs/operations.md#deploy',
    ])
  })
  it('says what it could not check, and goes on', async () => {
    formation
      .on(DescribeStacksCommand)
      .rejects(Object.assign(new Error('not yours\nmore'), { name: 'AccessDenied' }))
    expect(await look()).toEqual(['– The stacks: not checked: AccessDenied: not yours'])
    expect([fine('a'), wrong('b', 'c')].map(spell)).toEqual(['✓ a', '✗ b → c'])
  })
})
