import { Trans } from '@lingui/react/macro'
import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { CancelResultMessagesDocument } from './results.graphql.ts'
import { messagesText, type Publication } from './resultTexts.ts'
import styles from './SectionResultsScreen.module.css'

/** Says when families are told of published results, with the button that takes the order back. */
export function FamilyMessages({ publication }: { publication: Publication }) {
  const { schoolId } = useActiveSchool()
  const [cancel, cancelling] = useCommand(CancelResultMessagesDocument, {
    success: t`Families get no message on that day`,
    failure: (message) => message,
  })
  const text = messagesText(publication)
  if (text === null) return null
  return (
    <Row gap={3} align="center" wrap className={styles.messages}>
      <Text as="span">{text}</Text>
      {publication.viewerCan.cancelMessages.allowed && (
        <Button size="small" disabled={cancelling} onClick={() => void cancel({ schoolId, id: publication.id })}>
          <Trans>Do not send</Trans>
        </Button>
      )}
    </Row>
  )
}
