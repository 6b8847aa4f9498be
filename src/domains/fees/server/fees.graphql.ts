import { z } from 'zod'
import { query } from '#platform/command.ts'
import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { feeActions, feeCategoryActions, type OfSchool, paymentActions } from './fees.permissions.ts'

const feesCan = viewerCan<
  OfSchool,
  | 'collect'
  | 'listOwn'
  | 'listCheques'
  | 'listPayments'
  | 'listPending'
  | 'listFees'
  | 'addFees'
  | 'assignCategories'
  | 'addCategory'
  | 'listDeleted'
>('Fees', {
  collect: paymentActions.collect,
  listOwn: paymentActions.listOwn,
  listCheques: paymentActions.listCheques,
  listPayments: paymentActions.list,
  listPending: paymentActions.listPending,
  listFees: feeActions.list,
  addFees: feeActions.add,
  assignCategories: feeCategoryActions.assign,
  addCategory: feeCategoryActions.add,
  listDeleted: paymentActions.listDeleted,
})

/** The row of actions on the fees of a school as a whole. */
export const viewFeesActions = query({
  action: feeCategoryActions.list,
  input: z.object({}),
  run: async ({ schoolId }): Promise<OfSchool> => ({ schoolId }),
})

builder.queryField('feesViewerCan', (t) =>
  t.field({
    type: feesCan.type,
    description: 'What the viewer may do with the fees of a school as a whole; which tabs the fees screen has.',
    args: { schoolId: t.arg.id() },
    resolve: async (_, { schoolId }, call) => feesCan.resolve(await viewFeesActions(call, schoolId, {}), {}, call),
  }),
)
