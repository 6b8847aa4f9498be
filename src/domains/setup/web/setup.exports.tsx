import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { Link } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { SetupDocument } from './setup.graphql.ts'
import { stepTexts } from './steps.ts'
import { useHideSetup } from './useHideSetup.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './setup.exports.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'

/** The address of the set-up. */
export const setupAddress = '/setup'

/** Shows the set-up progress to viewers of the whole school, until every step is done or somebody hides it. */
export function SetupBanner() {
  const { viewer } = useActiveSchool()
  const office = viewer.role === 'SUPERADMIN' || viewer.role === 'ADMIN'
  return office && viewer.classIds === null ? <Banner /> : null
}

function Banner() {
  const { schoolId } = useActiveSchool()
  // A failed query hides the banner and does not disturb the dashboard.
  const { data } = useQuery(SetupDocument, { variables: { schoolId } })
  const [setHidden, running] = useHideSetup()
  const steps = data?.setup.steps ?? []
  const next = steps.find((step) => !step.done)
  if (!data || data.setup.hidden || !next) return null
  const done = steps.filter((step) => step.done).length
  const { title } = stepTexts[next.step]
  const missing = next.missing.find((item) => !item.optional)?.text
  return (
    <Alert
      kind="info"
      role="region"
      aria-label={t`Set-up`}
      className={styles.alert}
      action={
        <Row gap={2} wrap>
          <Button variant="quiet" size="small" loading={running} onClick={() => void setHidden(true)}>
            <Trans>Do not show again</Trans>
          </Button>
          <Button variant="primary" size="small" as={Link} to={setupAddress}>
            <Trans>Continue</Trans>
          </Button>
        </Row>
      }
    >
      <strong>{t`Set-up: ${done} of ${steps.length}`}</strong>
      {' · '}
      {missing ? t`Next: ${title}. ${missing}.` : t`Next: ${title}`}
    </Alert>
  )
}
