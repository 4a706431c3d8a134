/** How a log line is written: in the cloud by the Powertools logger, on one machine into a file, with the same names. */
import { describeError } from './steps/log.ts'

export type LogLevel = 'info' | 'warn' | 'error'
const levels: readonly unknown[] = ['info', 'warn', 'error'] satisfies LogLevel[]

export interface LogLine {
  level: LogLevel
  message: string
  fields: Record<string, unknown>
}

/** What a line is about, where it does not say so: the name of the call, worker or stream. */
const subjects = ['call', 'worker', 'stream', 'queue'] as const

/** Level, message and fields of a line. Errors become what JSON can hold; `time` is left out for the writer's `timestamp`. */
export function logLine(line: Record<string, unknown>): LogLine {
  const { level, message, time: _, ...rest } = line
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(rest))
    fields[name] = value instanceof Error || name === 'error' ? describedOnce(value) : value
  return {
    level: levels.includes(level) ? (level as LogLevel) : 'info',
    message:
      typeof message === 'string' ? message : String(subjects.map((s) => line[s]).find(Boolean) ?? 'note'),
    fields,
  }
}
/** Queries ask for `error.message`, whatever was thrown; the steps have described theirs already. */
const describedOnce = (value: unknown) =>
  value instanceof Error
    ? describeError(value)
    : typeof value === 'object' && value !== null
      ? value
      : { message: String(value) }

/** A line of the file on one machine, named as in the cloud. */
export function logRecord(line: Record<string, unknown>): Record<string, unknown> {
  const { level, message, fields } = logLine(line)
  const timestamp = typeof line['time'] === 'string' ? line['time'] : new Date().toISOString()
  return { level: level.toUpperCase(), message, timestamp, ...fields }
}
