import { t } from '@lingui/core/macro'
import { Text } from '#ui/kit/Text.tsx'
import type { Book } from './dayBookTables.ts'
import { signedAmountInWords } from './signedAmountInWords.ts'

/** The day's sums in words, as they stand on paper. */
export default function AmountsInWords({ book }: { book: Book }) {
  return (
    <>
      <Text tone="quiet" size="small">
        {t`Collected: ${signedAmountInWords(book.collected)}`}
      </Text>
      <Text tone="quiet" size="small">
        {t`Closing: ${signedAmountInWords(book.closing)}`}
      </Text>
    </>
  )
}
