import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Measured } from './report.ts'

/**
 * The raw driver doing the same reads: the same statements as named statements, by `clients` at once over as many connections as the
 * server uses, as the owner (no row-level security to check), each answer written as JSON.
 * @returns how many a second, and how long one took in milliseconds
 */
export async function raw(
  ownerUrl: string,
  next: () => readonly CompiledQuery[],
  load: { clients: number; connections: number; seconds: number },
): Promise<Measured> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: load.connections })
  const names = new Map<string, string>()
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `s${names.size}`
    names.set(text, name)
    return name
  }
  const times: number[] = []
  const end = performance.now() + load.seconds * 1000
  let bytes = 0
  await Promise.all(
    Array.from({ length: load.clients }, async () => {
      while (performance.now() < end) {
        const start = performance.now()
        const client = await pool.connect()
        try {
          for (const { sql, parameters } of next()) {
            const { rows } = await client.query({ name: nameOf(sql), text: sql, values: [...parameters] })
            bytes += JSON.stringify(rows).length
          }
        } finally {
          client.release()
        }
        times.push(performance.now() - start)
      }
    }),
  )
  await pool.end()
  if (bytes === 0) throw new Error('The raw driver read nothing: the workload is wrong.')
  times.sort((left, right) => left - right)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / load.seconds, p50: at(0.5), p99: at(0.99) }
}
