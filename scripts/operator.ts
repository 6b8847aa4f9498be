import { CannotStart } from '#platform/cannotStart.ts'
import type { Config } from '#platform/config.ts'
import { runningEmbedded, startEmbedded } from '#platform/database/embedded.ts'
import { explainDatabase } from '#platform/database/explain.ts'
import { restrictNewFiles } from '#platform/filePermissions.ts'
import { Refusal } from '#platform/refusal.ts'
import { WrongSetting } from '#platform/settings.ts'

export const say = (text: string): void => void process.stdout.write(`${text}\n`)

/**
 * Runs an operator's command. Prints only the message of an expected failure.
 * @param run returns the exit code
 */
export async function operate(run: () => Promise<number>): Promise<void> {
  restrictNewFiles()
  try {
    process.exitCode = await run()
  } catch (error) {
    const expected = error instanceof CannotStart || error instanceof WrongSetting || error instanceof Refusal
    process.stderr.write(`${expected ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
    process.exitCode = 1
  }
}

/**
 * Runs with the owner's connection to the installation's database: DATABASE_URL, the running embedded database, or the
 * embedded database started for the duration of `run`.
 */
export async function withOwner<T>(config: Config, run: (ownerUrl: string) => Promise<T>): Promise<T> {
  const known = config.databaseUrl ?? runningEmbedded(config.dataDir)
  const embedded = known === undefined ? await startEmbedded({ dataDir: config.dataDir, log: () => undefined }) : undefined
  const ownerUrl = known ?? embedded?.ownerUrl ?? ''
  try {
    return await run(ownerUrl)
  } catch (error) {
    throw explainDatabase(error, ownerUrl) ?? error
  } finally {
    await embedded?.stop()
  }
}
