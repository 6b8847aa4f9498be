import { z } from 'zod'
import { id, requestKey, text } from '../../shared/inputs.ts'

export const receiptChoice = z.object({ paymentId: id })

/** A receipt that is given out. The key is made for each print: one that is sent again gives the same paper. */
export const receiptIssue = z.object({ key: requestKey, paymentId: id })

/** A receipt's number as somebody types it, such as `123` or `GV/2026-27/123`. */
export const receiptSearch = z.object({ number: text(60) })
