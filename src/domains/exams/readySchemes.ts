import cbse1and2 from './schemes/cbse-1-2.json' with { type: 'json' }
import cbse3to5 from './schemes/cbse-3-5.json' with { type: 'json' }
import cbse6to8 from './schemes/cbse-6-8.json' with { type: 'json' }
import cbse9and10 from './schemes/cbse-9-10.json' with { type: 'json' }
import maharashtra1to8 from './schemes/maharashtra-1-8.json' with { type: 'json' }
import maharashtra9and10 from './schemes/maharashtra-9-10.json' with { type: 'json' }
import { type Scheme, scheme } from './scheme.schema.ts'

const files = {
  'cbse-1-2': cbse1and2,
  'cbse-3-5': cbse3to5,
  'cbse-6-8': cbse6to8,
  'cbse-9-10': cbse9and10,
  'maharashtra-1-8': maharashtra1to8,
  'maharashtra-9-10': maharashtra9and10,
} as const

export type ReadyScheme = keyof typeof files

export const readySchemes = Object.keys(files) as ReadyScheme[]

/** Returns a scheme of a board as its file has it. A school copies one and changes the copy. */
export function readyScheme(name: ReadyScheme): Scheme {
  return scheme.parse(files[name])
}
