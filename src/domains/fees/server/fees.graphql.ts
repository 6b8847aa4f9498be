import { z } from 'zod'
import { query } from '#platform/command.ts'
import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { concessionActions, discountRequestActions } from './concessions.permissions.ts'
import {
  cashierActions,
  feeActions,
  feeCategoryActions,
  openingDuesActions,
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
  | 'importOpeningDues'
  | 'listDeleted'
  | 'listRefunds'
  | 'movePayment'
  | 'listConcessions'
  | 'addConcessionKind'
  | 'approveDiscounts'
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
  importOpeningDues: openingDuesActions.import,
  listDeleted: paymentActions.listDeleted,
  listRefunds: refundActions.list,
  movePayment: paymentActions.move,
  listConcessions: concessionActions.list,
  addConcessionKind: concessionActions.addKind,
  approveDiscounts: discountRequestActions.list,
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
