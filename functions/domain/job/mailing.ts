/** The time in which a mail may be going out: whoever would change what it says waits for its end. */

/** Milliseconds after which whoever was mailing has ended: a unit that mails gets 120 seconds. */
const mailingTime = 300_000
export const mailingTill = (now: string): string => new Date(Date.parse(now) + mailingTime).toISOString()

/** Has the mail been given the time that it may still go out in? */
export const isMailing = ({ mailedUntil }: { mailedUntil?: string | undefined }, now: string): boolean =>
  mailedUntil !== undefined && now < mailedUntil
