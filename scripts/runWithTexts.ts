/**
 * `node scripts/runWithTexts.ts FILE [ARGUMENT…]`: runs a program that uses code of the browser side, whose texts are
 * macros that Node itself does not know (decision 0047).
 */
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { screenSources, textsPlugin } from './texts/textsPlugin.ts'

// The program finds its own arguments where it would without this one.
const [file = ''] = process.argv.splice(2, 1)
// The same conditions as when Node runs it: with Vite's own 'development', graphql would be loaded twice.
const conditions = ['node', 'module-sync']
await runnerImport(join(import.meta.dirname, '..', file), {
  configFile: false,
  logLevel: 'error',
  plugins: [textsPlugin(screenSources)],
  ssr: { resolve: { conditions, externalConditions: conditions } },
})
