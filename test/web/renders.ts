/**
 * Which components React draws, by its hook for developer tools. This file is loaded ahead of react-dom, which looks
 * for the hook once, as it starts.
 */
interface Fiber {
  type: unknown
  memoizedProps: Record<string, unknown> | null
  stateNode: unknown
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  alternate: Fiber | null
}
/** A component that was drawn, below the components around it; names and props as React keeps them. */
export interface Drawn {
  name: string
  props: Record<string, unknown>
  inside: readonly Drawn[]
}

/** React's mark of a component whose function ran in this commit. */
const performedWork = 1
let found: Drawn[] | undefined

const nameOf = (type: unknown): string => {
  if (typeof type === 'function') return type.name
  const { type: inner, render } = (type ?? {}) as { type?: unknown; render?: unknown }
  return inner || render ? nameOf(inner ?? render) : ''
}

function walk(fiber: Fiber, inside: readonly Drawn[], drawn: Drawn[]) {
  const isComponent =
    typeof fiber.type === 'function' || (typeof fiber.type === 'object' && fiber.type !== null)
  const self: Drawn = { name: nameOf(fiber.type), props: fiber.memoizedProps ?? {}, inside }
  if (isComponent && self.name && (fiber.flags & performedWork) !== 0) drawn.push(self)
  // The same children as before: nothing below was looked at.
  if (fiber.alternate && fiber.alternate.child === fiber.child) return
  for (let child = fiber.child; child; child = child.sibling)
    walk(child, isComponent ? [...inside, self] : inside, drawn)
}

Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    isDisabled: false,
    checkDCE() {},
    inject: () => 1,
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot(_id: number, root: { current: Fiber }) {
      if (found) walk(root.current, [], found)
    },
  },
})

/** Every component that was drawn while `run` ran. */
export async function drawnWhile(run: () => Promise<unknown>): Promise<Drawn[]> {
  found = []
  try {
    await run()
    return found
  } finally {
    found = undefined
  }
}
