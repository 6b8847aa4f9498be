import { z } from 'zod'
import { query } from '#platform/command.ts'
import { builder, viewerCan } from '#platform/graphql/builder.ts'
import {
  cashierActions,
  feeActions,
  feeCategoryActions,
  type SchoolRow,
  paymentActions,
  refundActions,
} from './fees.permissions.ts'

const feesCan = viewerCan<
  SchoolRow,
  | 'collect'
  | 'listOwn'
  | 'listCheques'
  | 'listPayments'
  | 'listCashiers'
  | 'listPending'
  | 'remind'
  | 'listFees'
  | 'addFees'
  | 'assignCategories'
  | 'addCategory'
  | 'listDeleted'
  | 'listRefunds'
  | 'movePayment'
>('Fees', {
  collect: paymentActions.collect,
  listOwn: paymentActions.listOwn,
  listCheques: paymentActions.listCheques,
  listPayments: paymentActions.list,
  listCashiers: cashierActions.list,
  listPending: paymentActions.listPending,
  remind: paymentActions.remind,
  listFees: feeActions.list,
  addFees: feeActions.add,
  assignCategories: feeCategoryActions.assign,
  addCategory: feeCategoryActions.add,
  listDeleted: paymentActions.listDeleted,
  listRefunds: refundActions.list,
  movePayment: paymentActions.move,
})

/** Returns the row for permissions on the fees of a school as a whole. */
export const viewFeesActions = query({
  action: feeCategoryActions.list,
  input: z.object({}),
  run: async ({ schoolId }): Promise<SchoolRow> => ({ schoolId }),
})

builder.queryField('feesViewerCan', (t) =>
  t.field({
    type: feesCan.type,
    description: 'What the viewer may do with the fees of a school as a whole. Decides which tabs the fees screen shows.',
    args: { schoolId: t.arg.id() },
    resolve: async (_, { schoolId }, call) => feesCan.resolve(await viewFeesActions(call, schoolId, {}), {}, call),
  }),
)
