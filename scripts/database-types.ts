/**
 * Writes src/platform/database/schema.types.ts from a migrated database: `node scripts/database-types.ts URL
 * [--verify]`. bigint is a number (ids and paise stay below 2^53), a date the text YYYY-MM-DD, a time its text.
 */
import { spawnSync } from 'node:child_process'

const [url, ...flags] = process.argv.slice(2)
if (!url) throw new Error('Name the database: node scripts/database-types.ts postgres://… [--verify]')

const { status } = spawnSync(
  'kysely-codegen',
  [
    '--dialect',
    'postgres',
    '--url',
    url,
    '--camel-case',
    '--date-parser',
    'string',
    '--numeric-parser',
    'number',
    '--type-mapping',
    JSON.stringify({ int8: 'number', time: 'string', timetz: 'string', bytea: 'Buffer', uuid: 'string' }),
    '--include-pattern',
    'public.*',
    '--out-file',
    'src/platform/database/schema.types.ts',
    ...flags,
  ],
  { stdio: 'inherit' },
)
process.exit(status ?? 1)
