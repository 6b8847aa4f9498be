import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo } from 'react'
import { Link } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { Batches } from './Batches.tsx'
import { loginChoices, noticeChoices } from './choices.ts'
import { SendChoicesDocument } from './send.graphql.ts'
import { SendMessages } from './SendMessages.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Button } from '#ui/kit/Button.tsx'

export interface SendTabProps {
  wholeSchoolRefused: string | null
  /** Whether the viewer is a SUPERADMIN, who enters templates and may send login details. */
  mayRegister: boolean
}

/** The tab Send: sends notices to families and lists earlier batches. */
export function SendTab({ wholeSchoolRefused, mayRegister }: SendTabProps) {
  const { schoolId, school } = useActiveSchool()
  const { data, error, refetch } = useQuery(SendChoicesDocument, { variables: { schoolId } })
  const { language } = school
  const choices = useMemo(
    () => data && [...noticeChoices(data, language), ...(mayRegister ? loginChoices(data, language) : [])],
    [data, mayRegister, language],
  )
  if (!choices) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={8} />
  return (
    <Stack gap={6}>
      {choices.length > 0 ? (
        <SendMessages choices={choices} wholeSchoolRefused={wholeSchoolRefused} success={t`Messages Queued Successfully!`} />
      ) : (
        <EmptyState
          text={t`No notice can be sent yet`}
          hint={t`SMS and WhatsApp carry registered texts only. A notice needs a template, which the super administrator enters.`}
          action={
            <Button variant="primary" as={Link} to="/messages?tab=templates">
              <Trans>Templates</Trans>
            </Button>
          }
        />
      )}
      <Batches />
    </Stack>
  )
}
