import { join } from 'node:path'
import { bankAccountContext } from '#domains/schools/server/schools.exports.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/connect.ts'
import { startGatewayStandIn } from './gateway.ts'
import { unseal } from '#platform/sealed.ts'

/**
 * Starts a stand-in of the payment gateway on a port of its own if PAYU_URL is not set, so that a whole payment can be
 * tried on one machine. In production there is none, and nobody can pay online.
 */
export async function startGateway(
  config: Config,
  database: Database,
): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  if (config.payuUrl !== undefined || config.production) return undefined
  return startGatewayStandIn({
    host: config.host,
    saltOf: (key) => saltOf(config, database, key),
    webhookUrl: `http://127.0.0.1:${config.port}/onlinefees/webhook`,
    stateFile: join(config.dataDir, 'gateway.json'),
  })
}

/**
 * Returns the secret of a merchant key of any school, because the stand-in serves all merchants of the installation.
 */
async function saltOf({ secrets }: Config, database: Database, key: string): Promise<string | undefined> {
  const db = database.kysely
  const schools = await db.selectFrom('schools').select('id').where('onlineFees', '=', true).orderBy('id').execute()
  for (const { id: schoolId } of schools) {
    const [[account]] = await database.read(schoolId, [
      db
        .selectFrom('bankAccounts')
        .select('keySecretSealed')
        .where('schoolId', '=', schoolId)
        .where('keyId', '=', key)
        .orderBy('id'),
    ] as const)
    if (account) return unseal(account.keySecretSealed, secrets, bankAccountContext('key_secret', schoolId))
  }
  return undefined
}
