import type { Who } from '../world/testWorld.ts'
import type { Expectation } from './cells.ts'

const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]

/**
 * Rights on documents: an order belongs to the ADMIN who gave it; its link is for those who may see the whole school.
 */
export const documentExpectations: Readonly<Record<string, Expectation>> = {
  documentJobs: { who: office, noRow: true, variables: () => ({ input: { kind: 'REPORT' } }) },
  documentJob: { who: office, personal: 'admin', variables: ({ extra }) => ({ input: { id: extra.documentDone } }) },
  cancelDocument: { who: office, personal: 'admin', variables: ({ extra }) => ({ input: { id: extra.documentOpen } }) },
  mailDocument: {
    who: office,
    personal: 'admin',
    variables: ({ extra }) => ({ input: { id: extra.documentDone, email: 'head@world.test' } }),
  },
  openDocumentLink: {
    who: office,
    notLimited: true,
    noRow: true,
    variables: ({ extra }) => ({ input: { token: extra.documentLink } }),
  },
}
