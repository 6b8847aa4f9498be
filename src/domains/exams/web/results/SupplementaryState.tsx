import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { schoolDay, showDay } from '#shared/dates.ts'
import { Button } from '#ui/kit/Button.tsx'
import { PrintIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { FamilyMessages } from './FamilyMessages.tsx'
import { type Publication, publicationText } from './resultTexts.ts'
import { TellFamiliesButton } from './TellFamiliesButton.tsx'
import styles from './SectionResultsScreen.module.css'

const WithdrawDialog = later(async () => ({ default: (await import('./WithdrawDialog.tsx')).WithdrawDialog }))
const OrderCardsDialog = later(async () => ({ default: (await import('./OrderCardsDialog.tsx')).OrderCardsDialog }))

/** Says that cards of students who were examined again are published, with what is done with them. */
export function SupplementaryState({ publication, section }: { publication: Publication; section: string }) {
  const [open, setOpen] = useState<'print' | 'withdraw' | null>(null)
  const { cards, publishedByName: by, publishedAt } = publication
  const on = showDay(schoolDay(new Date(publishedAt)))
  const title = t`${section}, re-examination`
  return (
    <Row gap={3} align="center" wrap>
      <Text as="span" className={styles.says}>
        {plural(cards, {
          one: `After the re-examination # report card was published by ${by} on ${on}.`,
          other: `After the re-examination # report cards were published by ${by} on ${on}.`,
        })}{' '}
        <Text as="span" tone="quiet">
          {publicationText(publication)}
        </Text>
      </Text>
      <Button size="small" icon={<PrintIcon size={16} />} onClick={() => setOpen('print')}>
        <Trans>Make report cards</Trans>
      </Button>
      <TellFamiliesButton publication={publication} size="small" />
      {publication.viewerCan.withdraw.allowed && (
        <Button size="small" variant="quiet" onClick={() => setOpen('withdraw')}>
          <Trans>Withdraw</Trans>
        </Button>
      )}
      <FamilyMessages publication={publication} />
      {open === 'print' && (
        <OrderCardsDialog publications={[{ publication, title, classId: '' }]} onClose={() => setOpen(null)} />
      )}
      {open === 'withdraw' && <WithdrawDialog publication={publication} title={title} onClose={() => setOpen(null)} />}
    </Row>
  )
}
