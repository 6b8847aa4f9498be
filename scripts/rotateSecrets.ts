/**
 * `npm run secrets:rotate`: reseals all sealed values under the new SECRET_KEY while the servers run. The servers must
 * have been started with it and SECRET_KEY_PREVIOUS before. Remove that setting when the last line says that nothing is
 * under the old key.
 */
import { rotateSecrets } from '#app/rotateSecrets.ts'
import { loadConfig } from '#platform/config.ts'
import { operate, say, withOwner } from './operator.ts'

await operate(async () => {
  const config = loadConfig(process.env)
  const { values, resealed, old } = await withOwner(config, (ownerUrl) => rotateSecrets(ownerUrl, config.secrets, say))
  say(`sealed values ${values}, resealed ${resealed}, under the old key ${old}`)
  return old === 0 ? 0 : 1
})
