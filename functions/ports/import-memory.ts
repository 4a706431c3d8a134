/** A thing of a register: the register's name, the kind of the thing and its key there. */
export interface RegisterThing {
  source: string
  kind: string
  key: string
}
/** What a register said last of a thing, as the import wants it kept. */
export interface Remembered {
  thing: RegisterThing
  value: unknown
}
/**
 * What registers said last (docs/decisions/imports.md): data like the entities that came of it, kept for good. Written
 * together with the entity (`PutOptions.memory`), or alone where that stays as it is.
 */
export interface ImportMemory {
  /** Undefined of a thing that no register has told of. */
  get(thing: RegisterThing): Promise<unknown>
  put(memory: Remembered): Promise<void>
}
