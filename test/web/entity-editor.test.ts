/** The editor under product and company, without a screen: what it shows, keeps, saves and never loses. */
import { describe, expect, it } from 'vitest'
import { type Issue, revisionConflict, ruleViolated } from '../../shared/errors.ts'
import { type EditorPorts, type KeptState, shownIssues } from '../../web/ui/entity-editor.ts'
import { makeEntityEditor } from '../../web/ui/make-entity-editor.ts'
import type { SaveOutcome } from '../../web/ui/save-draft.ts'

interface Data {
  a: string
  b: string
}
interface View {
  id: string
  rev: number
  disabled: boolean
  data: Data
}
const viewOf = (rev: number, data: Data): View => ({ id: 'x', rev, disabled: false, data })

function setUp(change: Partial<EditorPorts<Data, View>> = {}, offer?: KeptState<Data>) {
  let server = viewOf(1, { a: '', b: '' })
  const kept: (KeptState<Data> | undefined)[] = []
  const outcomes: SaveOutcome<Data, View>['kind'][] = []
  const ports: EditorPorts<Data, View> = {
    view: server,
    issues: ({ draft }) => (draft.a === 'bad' ? [{ path: '/a', expected: 'not bad' }] : []),
    describe: () => undefined,
    issuesOf: (error) => (error as { details?: { issues?: Issue[] } }).details?.issues ?? [],
    save: async ({ rev, patch }) => {
      if (rev !== server.rev) throw revisionConflict(rev, server.rev)
      const data = { ...server.data }
      for (const step of patch) if ('value' in step) data[step.path.slice(1) as 'a'] = String(step.value)
      server = viewOf(rev + 1, data)
      return server
    },
    load: async () => server,
    keep: (state) => kept.push(state),
    forget: () => kept.push(undefined),
    onSaving() {},
    onAsking() {},
    onOutcome: (outcome) => outcomes.push(outcome.kind),
    ...change,
  }
  const editor = makeEntityEditor<Data, View>(() => ports, offer && { state: offer, keptAt: 5 })
  const type = (key: keyof Data, text: string) => editor.change((draft) => ({ ...draft, [key]: text }))
  const set = (data: Data) => {
    server = viewOf(server.rev + 1, data)
    return server
  }
  return { editor, ports, type, kept, outcomes, set, server: () => server, now: () => editor.state.get() }
}

describe('what is wrong', () => {
  it('is shown once the field was left, or a save was tried, and keeps the save from happening', async () => {
    const { editor, type, now, outcomes } = setUp()
    type('a', 'bad')
    expect(shownIssues(now())).toHaveLength(0)
    editor.touch('/b')
    expect(shownIssues(now())).toHaveLength(0)
    editor.touch('/a')
    expect(shownIssues(now())).toHaveLength(1)
    expect(await editor.save()).toBeUndefined()
    expect(now().isTried).toBe(true)
    expect(outcomes).toEqual([])
  })

  it('by the server stands beside it, each place once, until the next change', async () => {
    const issues = [
      { path: '/a', expected: 'told' },
      { path: '/b', expected: 'told' },
    ]
    const { editor, type, now } = setUp({
      save: async () => {
        throw ruleViolated('no', { issues })
      },
      issues: () => [{ path: '/a', expected: 'own' }],
      blocking: () => [],
    })
    type('b', 'x')
    await editor.save()
    expect([...now().issues.values()].map((i) => [i.path, i.expected]).toSorted()).toEqual([
      ['/a', 'own'],
      ['/b', 'told'],
    ])
    expect(now().draft.b).toBe('x')
    type('b', 'xy')
    expect([...now().issues.keys()]).toEqual(['/a'])
  })
})

describe('what was typed', () => {
  it('while the save was on its way stays, as the next change', async () => {
    let arrive: (view: View) => void = () => {}
    const { editor, type, now } = setUp({
      save: () =>
        new Promise<View>((resolve) => {
          arrive = resolve
        }),
    })
    type('a', 'first')
    const saving = editor.save()
    type('b', 'meanwhile')
    arrive(viewOf(2, { a: 'first', b: '' }))
    await saving
    expect(now()).toMatchObject({ rev: 2, draft: { a: 'first', b: 'meanwhile' }, changes: 1 })
  })

  it('is kept on this machine until it is saved or discarded', async () => {
    const { editor, type, kept } = setUp()
    type('a', 'x')
    expect(kept.at(-1)?.draft.a).toBe('x')
    await editor.save()
    expect(kept.at(-1)).toBeUndefined()
    type('a', 'y')
    editor.discard()
    expect(kept.at(-1)).toBeUndefined()
  })

  it('comes back after discarding, onto what was saved and typed since, also what cannot be read', () => {
    const { editor, type, now, set, kept } = setUp()
    type('a', 'x')
    editor.setUnread('/b', { text: '7o', kind: 'number' })
    const undo = editor.discard()
    expect(now()).toMatchObject({ changes: 0, draft: { a: '' } })
    undo()
    expect(now()).toMatchObject({ changes: 2, draft: { a: 'x' } })
    expect(now().unread.get('/b')?.text).toBe('7o')
    expect(kept.at(-1)?.draft.a).toBe('x')
    editor.setUnread('/b', undefined)
    const undoLater = editor.discard()
    editor.adopt(set({ a: '', b: 'theirs' }))
    type('b', 'typed')
    undoLater()
    expect(now()).toMatchObject({ rev: 2, draft: { a: 'x', b: 'typed' } })
  })

  it('lies over what others saved meanwhile', () => {
    const { editor, type, now, set } = setUp()
    type('a', 'mine')
    editor.adopt(set({ a: '', b: 'theirs' }))
    expect(now()).toMatchObject({ rev: 2, draft: { a: 'mine', b: 'theirs' }, changes: 1 })
  })

  it('waits for a decision where both changed the same value', async () => {
    const { editor, type, now, set, server } = setUp()
    type('a', 'mine')
    editor.adopt(set({ a: 'theirs', b: '' }))
    expect(now()).toMatchObject({ rev: 1, draft: { a: 'mine' } })
    const saving = editor.save()
    await expect.poll(() => now().question?.conflicts.length).toBe(1)
    now().question?.answer({ '/a': 'mine' })
    await saving
    expect(server().data.a).toBe('mine')
    expect(now().question).toBeUndefined()
  })

  it('before a crash is offered, and comes back over the newest state', () => {
    const original = { a: '', b: '' }
    const { editor, now } = setUp(
      { view: viewOf(4, { a: '', b: 'newer' }) },
      { rev: 1, original, draft: { a: 'typed', b: '' } },
    )
    expect(now()).toMatchObject({ kept: { keptAt: 5, changes: 1 }, changes: 0 })
    editor.restore()
    expect(now()).toMatchObject({ kept: undefined, rev: 4, draft: { a: 'typed', b: 'newer' } })
  })
})

describe('a text that cannot be read', () => {
  const text = { text: '7o', kind: 'number' } as const

  it('is a change and an error, said once it was left, and keeps the save from happening', async () => {
    const { editor, now, outcomes, kept } = setUp()
    editor.setUnread('/a', text)
    expect(now().changes).toBe(1)
    expect(now().issues.get('/a')).toMatchObject({ key: 'unread.number' })
    expect(shownIssues(now())).toHaveLength(0)
    editor.leave('/a')
    expect(shownIssues(now())).toHaveLength(1)
    expect(await editor.save()).toBeUndefined()
    expect(outcomes).toEqual([])
    expect(kept.at(-1)?.unread).toEqual({ '/a': text })
    editor.setUnread('/a', undefined)
    expect(now()).toMatchObject({ changes: 0 })
    expect(kept.at(-1)).toBeUndefined()
  })

  it('is one change with what was changed at the same field', () => {
    const { editor, type, now } = setUp()
    type('a', 'x')
    editor.setUnread('/a', text)
    expect(now().changes).toBe(1)
  })

  it('is forgotten by discarding, and where its field is gone', () => {
    const { editor, type, now } = setUp({ isTypedAt: ({ b }) => b !== 'gone' })
    editor.setUnread('/a', text)
    editor.discard()
    expect(now().unread.size).toBe(0)
    editor.setUnread('/a', text)
    type('b', 'gone')
    expect(now().unread.size).toBe(0)
  })

  it('outlives what others save, and a crash', () => {
    const { editor, now, set } = setUp()
    editor.setUnread('/a', text)
    editor.adopt(set({ a: '', b: 'theirs' }))
    expect(now()).toMatchObject({ rev: 2, changes: 1, draft: { b: 'theirs' } })
    const data = { a: '', b: '' }
    const unread = { '/a': text, '/b': { text: 5, kind: 'else' } as never }
    const later = setUp({}, { rev: 1, original: data, draft: data, unread })
    expect(later.now().kept?.changes).toBe(1)
    later.editor.restore()
    expect([...later.now().unread]).toEqual([['/a', { ...text, isLeft: true }]])
  })
})
