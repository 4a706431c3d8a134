/** The sentence for a search that would take too much work. By itself, because every function's start reads it, and few read schemas. */
export const tooExpensive = 'expected fewer or more exact conditions: the search would take too much work'
