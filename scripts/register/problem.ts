/** Something that the person who runs the import can do something about: it is told in one sentence, without a stack. */
export class Problem extends Error {}
