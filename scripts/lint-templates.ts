/**
 * `npm run lint:templates`: makes the templates of a small stage, of a large one with OIDC and of one with SAML, and has
 * cfn-lint and checkov look at them. Needs Python beside Node, and says so where it is not there. Findings that we
 * accept stand beside their resources (lib/parts/suppress.ts).
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { buildStacks } from '../lib/app.ts'
import { findParts } from '../lib/parts/find-parts.ts'
import { stubContext } from '../lib/parts/stub.ts'
import { readSettings } from '../lib/settings.ts'
import { pythonPrograms } from './cloud/python.ts'
import { findPython, NotInstalled, root } from './cloud/tools.ts'
import { organisationStage, samlStage, smallStage } from './stage-examples.ts'

const packages = ['cfn-lint==1.58.0', 'checkov==3.3.30']
const stages = { small: smallStage, organisation: organisationStage, saml: samlStage }

/** CDK makes its functions that carry values between regions after all others: there is no place to explain at. */
function suppressNagCarriers(template: { Resources: Record<string, { Type: string; Metadata?: object }> }) {
  const comment = 'CDK’s own function for values of another region; it acts at deployments only.'
  for (const [id, resource] of Object.entries(template.Resources))
    if (resource.Type === 'AWS::Lambda::Function' && id.startsWith('CustomCrossRegionExport')) {
      const skip = ['CKV_AWS_115', 'CKV_AWS_116', 'CKV_AWS_117'].map((finding) => ({ id: finding, comment }))
      resource.Metadata = { ...resource.Metadata, checkov: { skip } }
    }
}

/** Writes each template once: most of them are the same in several stages. */
async function writeTemplates(folder: string): Promise<string[]> {
  const parts = await findParts()
  const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as { context: object }
  const seen = new Set<string>()
  const written: string[] = []
  for (const [name, settings] of Object.entries(stages)) {
    const app = new App({
      context: { ...context, [stubContext]: true },
      outdir: join(folder, 'out', name),
      analyticsReporting: false,
    })
    buildStacks(app, readSettings(settings), parts)
    for (const { stackName, template } of app.synth().stacks) {
      suppressNagCarriers(template)
      const text = JSON.stringify(template, null, 1)
      if (seen.has(text)) continue
      seen.add(text)
      written.push(join(folder, `${name}-${stackName}.template.json`))
      writeFileSync(written.at(-1)!, text)
    }
  }
  return written
}

/** Runs a program and gives whether it found nothing; what it found is shown. */
function isFine(program: string, args: string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const listen = (text: Buffer) => {
      said += String(text)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.on('error', reject)
    child.on('close', (code) => {
      if (code !== 0) console.error(said.trim())
      resolve(code === 0)
    })
  })
}

async function run(programs: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'inputlist-templates-'))
  try {
    const started = performance.now()
    const templates = await writeTemplates(folder)
    rmSync(join(folder, 'out'), { recursive: true })
    const results = await Promise.all([
      // W3005: that a function waits for its role is written by CDK into every function, named twice.
      isFine(join(programs, 'cfn-lint'), ['--ignore-checks', 'W3005', '--', ...templates]),
      isFine(join(programs, 'checkov'), [
        ...['--directory', folder, '--framework', 'cloudformation'],
        ...['--quiet', '--compact', '--skip-download'],
      ]),
    ])
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const said = results.map((ok, i) => `${['cfn-lint', 'checkov'][i]} ${ok ? 'fine' : 'has findings'}`)
    console.log(
      `${templates.length} templates of ${Object.keys(stages).length} stages: ${said.join(', ')}, ${seconds} s`,
    )
    return results.every(Boolean)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The folder of the programs, or why they are not here. */
function findPrograms(): { folder: string } | string {
  if (!findPython()) return 'cfn-lint and checkov need Python 3.11 or newer.'
  try {
    return { folder: pythonPrograms('checks', packages) }
  } catch (error) {
    if (error instanceof NotInstalled) return error.message
    throw error
  }
}

const programs = findPrograms()
if (typeof programs === 'string') console.log(`The templates were not checked: ${programs}`)
else if (!(await run(programs.folder))) process.exitCode = 1
