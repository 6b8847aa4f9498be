import type { Imported } from '../imports.ts'
import { builder } from './builder.ts'

export const ImportedType = builder.objectRef<Imported>('Imported').implement({
  description: 'How many rows an import has added, and the id by which it can be undone.',
  fields: (t) => ({ id: t.exposeID('id'), count: t.exposeInt('count') }),
})
