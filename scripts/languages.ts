/**
 * `npm run languages`: compares the catalogues of all languages with the texts in the code. Exits 1 when a text is not
 * translated, or a catalogue has one that the code does not have.
 */
import { getCatalogs } from '@lingui/cli/api'
import { makeConfig } from '@lingui/conf'
import linguiConfig from '../lingui.config.ts'
import { languages } from '#shared/languages.ts'

const [catalogue] = await getCatalogs(makeConfig(linguiConfig))
const inCode = (await catalogue?.collect()) ?? {}
const ids = Object.keys(inCode)
const counts: string[] = []
let [missing, unused] = [0, 0]
for (const language of languages) {
  const stored = (await catalogue?.read(language)) ?? {}
  const without = ids.filter((id) => (language === 'en' ? !stored[id] : !stored[id]?.translation))
  const old = Object.keys(stored).filter((id) => !inCode[id])
  for (const id of without) process.stdout.write(`${language} has no "${inCode[id]?.message ?? id}"\n`)
  for (const id of old) process.stdout.write(`${language} has "${stored[id]?.message ?? id}", which is nowhere in the code\n`)
  counts.push(`${language} ${ids.length - without.length}`)
  missing += without.length
  unused += old.length
}
process.stdout.write(`${[`${ids.length} texts`, ...counts, `missing ${missing}`, `unused ${unused}`].join(', ')}\n`)
process.exitCode = missing + unused > 0 ? 1 : 0
