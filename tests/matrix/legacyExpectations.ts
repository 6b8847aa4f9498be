import { randomUUID } from 'node:crypto'
import type { Who } from '../world/testWorld.ts'
import type { Expectation } from './cells.ts'

const superadmin = ['superadmin'] as const satisfies readonly Who[]

/** Rights on legacy imports: SUPERADMIN only. */
export const legacyExpectations: Readonly<Record<string, Expectation>> = {
  legacyImports: { who: superadmin, noRow: true },
  legacyLayout: { who: superadmin, noRow: true },
  legacyImport: { who: superadmin, variables: ({ extra }) => ({ input: { id: extra.legacyImport } }) },
  importLegacy: {
    who: superadmin,
    noRow: true,
    variables: ({ extra }) => ({ input: { key: randomUUID(), fileId: extra.legacyFile, fileName: 'students.csv' } }),
  },
}
