import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the SHA-256 of each document of the product's own screens, of this version. Generated with the typed
 * documents (typedDocuments.ts), which exist before a process serves.
 */
export function ownDocuments(): ReadonlySet<string> {
  const file = join(import.meta.dirname, '../ui/generated/documentHashes.json')
  return new Set(Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>))
}
