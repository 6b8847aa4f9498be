import { z } from 'zod'
import { studentCells } from '#domains/students/reportingCells.exports.ts'
import { id, requestKey, text } from '#shared/inputs.ts'
import { phoneField } from '#shared/phones.schema.ts'
import { t } from '#shared/texts.ts'
import { type FillItem, fillItems, items } from './udise.items.ts'

const item = z.enum(items).meta({ graphql: 'UdiseItem' })

/** The term whose students are counted. */
export const boardView = z.object({ termId: id })

export const fillSorts = ['SECTION', 'NAME', 'MISSING'] as const

/** A page of a term's students: those who lack an item, those who are not ready, or all. */
export const fillView = z.object({
  termId: id,
  sectionId: id.optional(),
  /** Lack of this item; without one, of any that the portal does not do without. */
  item: item.optional(),
  /** Also the students who lack nothing. */
  all: z.boolean().optional(),
  search: text(100).optional(),
  sort: z.enum(fillSorts).meta({ graphql: 'UdiseSort' }).optional(),
  page: z.number().int().min(0).max(1_000_000).optional(),
  pageSize: z.number().int().min(1).max(200).optional(),
})

const cells = { ...studentCells, phone: phoneField.optional() }

/** The schema of each cell of the grid. The grid parses a cell when it is left, the server when it is stored. */
export const fillCells = Object.fromEntries(fillItems.map((key) => [key, cells[key]])) as Pick<typeof cells, FillItem>

/** A row of the grid: the cells that were changed. '' clears a cell. */
const fillRow = z.object({ id, ...fillCells })

/** Maximum number of students whose cells are stored at once. */
export const maxFillRows = 500

export const fillForm = z.object({
  key: requestKey.optional(),
  termId: id,
  rows: z
    .array(fillRow)
    .min(1, { error: () => t`Nothing was changed` })
    .max(maxFillRows, { error: () => t`At most ${maxFillRows} students at once` }),
})

/** Which students the sheet has, and whether it has whole Aadhaar numbers. */
export const sheetForm = z.object({
  termId: id,
  sectionId: id.optional(),
  readyOnly: z.boolean(),
  wholeAadhaar: z.boolean(),
})

export type FillRow = z.output<typeof fillRow>
