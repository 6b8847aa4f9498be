import { z } from 'zod'
import { id } from '#shared/inputs.ts'
import { receiptLanguages } from '#shared/receiptLanguages.schema.ts'

/** A report card, to look at. */
export const cardChoice = z.object({ id })

/** A report card of a child of the guardian. */
export const familyCardChoice = z.object({ studentId: id, id })

/** The same on paper. */
export const familyCardToPrint = z.object({ ...familyCardChoice.shape, languages: receiptLanguages })

export const studentCardsChoice = z.object({ studentId: id })
