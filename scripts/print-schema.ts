/** Writes schema.graphql from the code. With `--verify` it only checks the file (exit code 1 when stale). */
import { readFileSync, writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from '#app/schema.ts'

const file = new URL('../schema.graphql', import.meta.url)
const text = `${printSchema(lexicographicSortSchema(schema))}\n`
if (process.argv.includes('--verify')) {
  if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write('schema.graphql is stale. Run npm run codegen.\n')
    process.exit(1)
  }
} else writeFileSync(file, text)
