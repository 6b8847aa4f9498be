import pg from 'pg'

/** Internals that a response must never show, besides names of constraints and tables. */
const inside = [
  /\b(?:select|insert|update|delete)\b[^.!?]{0,80}\b(?:from|into|set|where)\b/i,
  /(?:relation|column|constraint|function|operator) "?[\w.]{1,80}"? (?:does not|of|already|violates)/i,
  /violates|syntax error at|invalid input syntax|invalid byte sequence|out of range for type|permission denied for/i,
  /\bat (?:async )?[\w.<>]{1,80} \(|node_modules|\.ts:\d+|file:\/\/|\/src\/|(?<!Syntax )Error: /,
  /pg_catalog|row-level security|current_setting|Cannot read propert|is not a function|is not iterable|undefined \(reading/,
]

/** Checks responses for leaks. */
export interface Watch {
  /** Returns the internals that a response shows and its request did not contain; null for none. */
  leak(answer: string, question: string): string | null
}

/** Returns a check for the names of all constraints, indexes and tables that are not ordinary words. */
export async function watchFor(ownerUrl: string): Promise<Watch> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ name: string }>(
      `select conname as name from pg_constraint where connamespace = 'public'::regnamespace
       union select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i', 'S')`,
    )
    const names = rows.map(({ name }) => name).filter((name) => name.includes('_'))
    const known = new RegExp(`\\b(?:${names.join('|')})\\b`)
    return {
      leak: (answer, question) => {
        for (const pattern of [known, ...inside]) {
          const found = pattern.exec(answer)?.[0]
          if (found !== undefined && !question.includes(found)) return found
        }
        return null
      },
    }
  } finally {
    await owner.end()
  }
}

/** Fingerprint of a school's data: a number for each table, which changes with its rows. */
export type Print = ReadonlyMap<string, string>

export interface Fingerprint {
  /** Returns the fingerprint of a school's tables and of its rows in shared tables. */
  of(schoolId: number): Promise<Print>
  close(): Promise<void>
}

/** Shared tables, with their owner's column. */
const shared: Readonly<Record<string, string>> = {
  schools: 'one.id = $1',
  device_tokens: 'one.subject in (select subject from logins where school_id = $1)',
}

/** Returns the query of {@link Print} for these tables; its only parameter is the school. */
export function printText(tables: readonly string[]): string {
  const sum = (table: string) =>
    `select '${table}' as name, count(*) || ':' || coalesce(sum(hashtextextended(one::text, 0)), 0) as value
     from ${pg.escapeIdentifier(table)} one where ${shared[table] ?? 'one.school_id = $1'}`
  return tables.map(sum).join(' union all ')
}

/** Reads as the owner, whom row-level security does not bind. */
export async function fingerprints(ownerUrl: string): Promise<Fingerprint> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'school_id'
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const text = printText([...tables.map(({ name }) => name), ...Object.keys(shared)])
  return {
    of: async (schoolId) => {
      const { rows } = await owner.query<{ name: string; value: string }>({ name: 'fingerprint', text, values: [schoolId] })
      return new Map(rows.map(({ name, value }) => [name, value]))
    },
    close: () => owner.end(),
  }
}

/** Returns the tables that differ. */
export function changedTables(before: Print, after: Print): string[] {
  return [...after].filter(([name, value]) => before.get(name) !== value).map(([name]) => name)
}
