/**
 * `npm run import:register -- FILE`: loads an edition of the Swiss register of plant protection products (zip or xml)
 * into a running Inputlist. Loading it again changes nothing; a newer edition changes what differs.
 */
import { parseArgs } from 'node:util'
import { loadRegister, reportLine } from './register/load.ts'
import { Problem } from './register/problem.ts'

const usage = `npm run import:register -- FILE [--url http://127.0.0.1:3000] [--user admin] [--institution NAME]

FILE is an edition of the Swiss register of plant protection products, zip or xml.
--url          where Inputlist runs
--user         who loads it: an administrator of the demonstration, with the approval right
--institution  who looks after its products; a core partner, in Switzerland if there is one, if absent`

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        url: { type: 'string', default: `http://127.0.0.1:${process.env['PORT'] ?? 3000}` },
        user: { type: 'string', default: 'admin' },
        institution: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const [file, ...more] = positionals
    if (!values.help && file !== undefined && more.length === 0) return { ...values, file }
    if (values.help) {
      console.log(usage)
      process.exit(0)
    }
    throw new Problem(`Which file?\n\n${usage}`)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}

try {
  const options = readArguments()
  const isTerminal = process.stdout.isTTY === true
  const clear = isTerminal ? '\r\u001b[2K' : ''
  const summary = await loadRegister(options, {
    say: (line) => console.log(clear + line),
    progress: (line) => isTerminal && process.stdout.write(clear + line),
  })
  const { created, changed, unchanged, rejected, notes, deactivated, products, seconds } = summary
  for (const note of notes) console.log(`${clear}note: ${reportLine(note)}`)
  for (const report of rejected) console.log(`${clear}rejected: ${reportLine(report)}`)
  console.log(
    `${clear}${created} created, ${changed} changed, ${unchanged} unchanged, ${rejected.length} rejected` +
      `${deactivated ? `, ${deactivated} deactivated because they are gone` : ''}`,
  )
  console.log(`${seconds.toFixed(1)} s, ${Math.round(products / Math.max(seconds, 0.001))} products a second`)
  console.log(
    'Source: Federal Food Safety and Veterinary Office (BLV). The official register is the one that counts.',
  )
} catch (error) {
  console.error(error instanceof Problem ? error.message : error)
  process.exitCode = 1
}
