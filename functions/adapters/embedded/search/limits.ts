/** Sizes from which other ways of working pay. Tests lower them, so that few documents take the ways of many. */
export const limits = {
  /** Rows that are worked on at a time: what a question needs of them and of the rows below fits the processor's cache. */
  block: 1 << 14,
  /** A condition that looks at more rows is remembered when it comes again, and at so many of the table: few are found anew. */
  worthKeeping: 3000,
  worthKeepingPart: 1 / 2,
  /** Rows that are such a part of their table are kept in a list, more of them as bits. */
  sparse: 1 / 1024,
  /** So few hits are sorted by themselves; for more, all documents are brought in order once. */
  fewHits: 1500,
  /** Rows after the postings that are looked through, before the postings are made anew. */
  maxTail: 4096,
  /** Deleted and replaced documents that are not cleared away, and from which part of all they are. */
  minDead: 2000,
  deadPart: 0.25,
  /** Longer texts are looked through one by one; they are few, and each would be in most of the postings. */
  longText: 300,
}
