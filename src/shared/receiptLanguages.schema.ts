import { z } from 'zod'
import { receiptLanguageChoices } from './receiptLanguages.ts'

/** What receipts are printed in, in a school's settings and where a receipt is asked for. */
export const receiptLanguages = z.enum(receiptLanguageChoices).meta({ graphql: 'ReceiptLanguages' })
