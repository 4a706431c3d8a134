/** Reads the settings, finds calls and workers by their place, makes the stacks and checks them. */
import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { buildStacks } from '../lib/app.ts'
import { findParts } from '../lib/parts/find-parts.ts'
import { readSettings } from '../lib/settings.ts'

const app = new App()
buildStacks(app, readSettings(process.env), await findParts())
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
app.synth()
