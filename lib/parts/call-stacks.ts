/** Modules of calls with a stack of their own: their family's would hold more than a stack may. Calls that are deployed never change it. */
const apart = ['bml/conversation', 'bml/invoice', 'bml/message']

/** What the stack of a call is called after: its family, or its module. */
export function stackOfCall(name: string): string {
  const module = apart.find((one) => name.startsWith(`${one}/`))
  return module?.replace('/', '-') ?? name.split('/')[0]!
}
