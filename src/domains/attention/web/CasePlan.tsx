import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { addDays, schoolDay, showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Select } from '#ui/kit/Select.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { type AttentionDetailsFragment, SetAttentionLookAgainDocument, SetAttentionOwnerDocument } from './attention.graphql.ts'

/** Who has an open case, what was agreed, and when to look again. */
export function CasePlan({ details }: { details: AttentionDetailsFragment }) {
  const { schoolId, viewer } = useActiveSchool()
  const { id, case: row, owners, viewerCan } = details
  const [setOwner, assigning] = useCommand(SetAttentionOwnerDocument)
  const give = (ownerId: string) => void setOwner({ schoolId, input: { id, ...(ownerId && { ownerId }) } })
  const mayTake = owners.some((owner) => owner.id === viewer.userId) && row.ownerId !== viewer.userId
  // A teacher who has left the section stays the owner until somebody else takes the case.
  const all =
    row.ownerId === null || owners.some((owner) => owner.id === row.ownerId)
      ? owners
      : [...owners, { id: row.ownerId, name: row.ownerName ?? '' }]
  return (
    <Stack gap={4}>
      <Row gap={2} align="end" wrap>
        <Select
          label={t`Assigned to`}
          value={row.ownerId ?? ''}
          disabled={assigning || !viewerCan.assign.allowed}
          onChange={(event) => give(event.target.value)}
        >
          <option value="">{t({ message: 'Nobody', context: 'who has a case' })}</option>
          {all.map((owner) => (
            <option key={owner.id} value={owner.id}>
              {owner.name}
            </option>
          ))}
        </Select>
        {mayTake && (
          <Button loading={assigning} onClick={() => give(viewer.userId ?? '')}>
            <Trans>Take the case</Trans>
          </Button>
        )}
      </Row>
      {row.agreed && (
        <Text>
          <Trans>
            Agreed: <strong>{row.agreed}</strong>
          </Trans>
        </Text>
      )}
      <LookAgain details={details} />
    </Stack>
  )
}

function LookAgain({ details: { id, case: row } }: { details: AttentionDetailsFragment }) {
  const { schoolId } = useActiveSchool()
  const [set, setting] = useCommand(SetAttentionLookAgainDocument)
  const today = schoolDay(new Date())
  const wait = (lookAgainOn: string | null) => void set({ schoolId, input: { id, ...(lookAgainOn && { lookAgainOn }) } })
  if (row.lookAgainOn !== null && row.lookAgainOn > today)
    return (
      <Row gap={2} align="center" wrap>
        <Text>{t`Waits until ${showDay(row.lookAgainOn)}`}</Text>
        <Button size="small" loading={setting} onClick={() => wait(null)}>
          <Trans>Back to the list</Trans>
        </Button>
      </Row>
    )
  const choices = [
    { label: t`Tomorrow`, day: addDays(today, 1) },
    { label: t`In 3 days`, day: addDays(today, 3) },
    { label: t`In a week`, day: addDays(today, 7) },
    { label: t`In a month`, day: addDays(today, 30) },
  ]
  return (
    <div>
      <Text size="small" tone="quiet">
        {row.lookAgainOn === null ? t`Look again` : t`Was to be looked at again on ${showDay(row.lookAgainOn)}. Look again`}
      </Text>
      <Row gap={2} wrap role="group" aria-label={t`Look again`}>
        {choices.map(({ label, day }) => (
          <Button key={day} size="small" disabled={setting} onClick={() => wait(day)}>
            {label}
          </Button>
        ))}
      </Row>
    </div>
  )
}
