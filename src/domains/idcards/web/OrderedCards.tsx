import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { DocumentPage } from '#ui/documents/DocumentPage.tsx'
import { Alert } from '#ui/kit/Alert.tsx'
import { outputHints } from './cardLabels.ts'
import { orderedOutput, useOrderAgain } from './print/orderAddress.ts'

/** The order of cards that the address names, with its files. */
export default function OrderedCards() {
  const again = useOrderAgain()
  return (
    <DocumentPage
      title={t`ID Cards`}
      kinds={['ID_CARDS']}
      all={t`All ID cards`}
      onAgain={again}
      content={({ params }) => (
        <Alert kind="info">
          {outputHints[orderedOutput(params)]}{' '}
          <Trans>The codes mark attendance at the gate, so keep the file as safe as the cards.</Trans>
        </Alert>
      )}
    />
  )
}
