import { LRUCache } from 'lru-cache'
import { type Scheme, scheme } from '../scheme.schema.ts'

const parsed = new LRUCache<string, Scheme>({ max: 200 })

/** Returns a stored scheme. Documents are kept by their text, because checking one takes longer than saving a sheet. */
export function parseStored(content: string): Scheme {
  let document = parsed.get(content)
  if (!document) {
    document = scheme.parse(JSON.parse(content))
    parsed.set(content, document)
  }
  return document
}
