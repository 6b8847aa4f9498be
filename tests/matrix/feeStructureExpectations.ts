import type { Who } from '../world/testWorld.ts'
import type { Expectation } from './cells.ts'

const superadmin = ['superadmin'] as const satisfies readonly Who[]
const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]
const counter = [...office, 'fees'] as const satisfies readonly Who[]

const assignment = {
  who: office,
  variables: ({ extra, class7 }) => ({ input: { feeCategoryId: extra.spareCategory, classIds: [class7] } }),
  outOfClass: ({ extra, class8 }) => ({ input: { feeCategoryId: extra.spareCategory, classIds: [class8] } }),
} satisfies Expectation

const assigned = (termId: number, className: string) => ({
  input: { termId, rows: [{ class: className, section: 'A', roll: '1', registerNo: '', feeCategory: 'Spare' }] },
})

/**
 * Rights on fee categories, fees and assignments. Operations that are not about students need access to all classes.
 */
export const feeStructureExpectations: Readonly<Record<string, Expectation>> = {
  feesViewerCan: { who: counter, noRow: true },

  feeCategories: { who: counter, variables: ({ termId }) => ({ termId }) },
  feeBankAccounts: { who: office, notLimited: true, noRow: true },
  addFeeCategory: {
    who: office,
    notLimited: true,
    variables: ({ termId, extra }) => ({ input: { termId, name: 'New', bankAccountId: extra.bankAccount } }),
  },
  updateFeeCategory: {
    who: office,
    notLimited: true,
    variables: ({ extra }) => ({ input: { id: extra.feeCategory, name: 'New', bankAccountId: extra.bankAccount } }),
  },
  deleteFeeCategory: { who: superadmin, variables: ({ extra }) => ({ id: extra.spareCategory }) },
  importFeeCategories: {
    who: office,
    notLimited: true,
    variables: ({ termId, extra }) => ({ input: { termId, rows: [{ name: 'New', bankAccountId: String(extra.bankAccount) }] } }),
  },

  feeCategoryRule: {
    who: office,
    notLimited: true,
    rightFirst: true,
    variables: ({ termId, extra, class7 }) => ({
      input: { termId, id: extra.feeCategory, scope: 'CLASSES', classIds: [class7] },
    }),
  },
  feeMoves: {
    who: office,
    variables: ({ termId, student7A, section7B }) => ({
      input: { termId, moves: [{ studentId: student7A, sectionId: section7B }] },
    }),
    outOfClass: ({ termId, student7A, section8A }) => ({
      input: { termId, moves: [{ studentId: student7A, sectionId: section8A }] },
    }),
  },
  feeMovesOfSection: {
    who: office,
    variables: ({ class7, section7B }) => ({ input: { sectionId: section7B, classId: class7 } }),
    outOfClass: ({ class7, section8A }) => ({ input: { sectionId: section8A, classId: class7 } }),
  },

  fees: { who: counter, variables: ({ termId }) => ({ input: { termId } }) },
  addFees: {
    who: office,
    notLimited: true,
    variables: ({ extra }) => ({
      input: { feeCategoryIds: [extra.feeCategory], name: 'New', fixedAmount: true, amount: 100, months: ['APR'] },
    }),
  },
  updateFee: {
    who: office,
    notLimited: true,
    variables: ({ extra }) => ({
      input: {
        id: extra.spareFee,
        name: 'New',
        amount: 200,
        month: null,
        seen: { name: 'Spare', amount: 100, month: null, fixedAmount: true },
      },
    }),
  },
  reorderFees: {
    who: office,
    notLimited: true,
    variables: ({ extra }) => ({ input: { feeCategoryId: extra.spareCategory, feeIds: [extra.spareFee] } }),
  },
  deleteFee: { who: office, notLimited: true, variables: ({ extra }) => ({ id: extra.spareFee }) },

  feeCategoryPlaces: { who: office, variables: ({ extra }) => ({ feeCategoryId: extra.feeCategory }) },
  feeCategoryStudents: { who: office, variables: ({ extra }) => ({ input: { feeCategoryId: extra.feeCategory } }) },
  assignFeeCategory: assignment,
  unassignFeeCategory: assignment,
  importFeeAssignments: {
    who: office,
    outOfClassCode: 'BAD_INPUT',
    variables: ({ termId }) => assigned(termId, '7'),
    outOfClass: ({ termId }) => assigned(termId, '8'),
  },
  importOpeningDues: {
    who: office,
    notLimited: true,
    noRow: true,
    variables: () => ({
      input: {
        rows: [{ class: '7', section: 'A', roll: '1', registerNo: '', name: '', amount: '450', year: '2024-25', note: '' }],
      },
    }),
  },
  undoOpeningDuesImport: {
    who: office,
    notLimited: true,
    variables: ({ extra }) => ({ id: extra.openingDuesImport }),
  },
  studentFeeCategories: {
    who: counter,
    variables: ({ termId, student7A }) => ({ input: { termId, studentId: student7A } }),
    outOfClass: ({ termId, student8A }) => ({ input: { termId, studentId: student8A } }),
  },
  askedByMonths: {
    who: office,
    variables: ({ termId, student7A, extra }) => ({
      input: {
        termId,
        studentId: student7A,
        feeCategoryIds: [extra.feeCategory],
        months: [{ feeCategoryId: extra.feeCategory, months: ['AUG'] }],
      },
    }),
    outOfClass: ({ termId, student8A }) => ({ input: { termId, studentId: student8A, feeCategoryIds: [], months: [] } }),
  },
  setStudentFeeCategories: {
    who: office,
    variables: ({ termId, student7A, extra }) => ({
      input: {
        termId,
        studentId: student7A,
        seen: [extra.feeCategory, extra.lateCategory],
        feeCategoryIds: [extra.feeCategory, extra.lateCategory, extra.spareCategory],
      },
    }),
    outOfClass: ({ termId, student8A, extra }) => ({
      input: {
        termId,
        studentId: student8A,
        seen: [extra.feeCategory, extra.lateCategory],
        feeCategoryIds: [extra.feeCategory, extra.lateCategory, extra.spareCategory],
      },
    }),
  },
}
