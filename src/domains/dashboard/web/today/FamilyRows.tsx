import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { SendIcon } from '#ui/kit/icons.ts'
import { Tooltip } from '#ui/kit/Tooltip.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { FamilyKnows } from './FamilyKnows.tsx'
import { Call, NeedRow, NeedRows } from './NeedRows.tsx'
import { SendAbsenceNoticeDocument, SendNoticeAgainDocument } from './today.graphql.ts'
import type { Today, TodaysAttendance } from './useToday.ts'

type Family = TodaysAttendance['families']['toTell'][number]

/** Why a family does not know. */
const stateTexts: Readonly<Record<string, string>> = {
  FAILED: t`the message failed`,
  UNKNOWN: t`the message may not have arrived`,
  NO_PHONE: t`no message reaches the family`,
  HELD: t`notices are held`,
  NOT_SENT: t`no message is sent`,
}

/** The absent children whose families do not know: each is called or written to, and goes when the family knows. */
export function FamilyRows({ attendance: { families }, today }: { attendance: TodaysAttendance; today: Today }) {
  const { sendNotice, tellFamily } = today.viewerCan
  return (
    <NeedRows rows={families.toTell} total={families.toTellCount} label={t`Families to tell`}>
      {(family) => (
        <NeedRow
          key={family.studentId}
          title={family.name}
          to={`/students/${family.studentId}`}
          detail={[family.sectionName, stateTexts[family.state]].join(' · ')}
        >
          <Call name={t`the family of ${family.name}`} phone={family.phone} />
          {sendNotice.allowed && <Send family={family} />}
          {tellFamily.allowed && <FamilyKnows student={family} />}
        </NeedRow>
      )}
    </NeedRows>
  )
}

/** Sends the notice, or sends it again where it failed. */
function Send({ family: { studentId, name, state, messageId } }: { family: Family }) {
  const { schoolId } = useActiveSchool()
  const success = t`The message to the family of ${name} is on its way`
  const [send, sending] = useCommand(SendAbsenceNoticeDocument, { success, failure: (text) => text })
  const [again, sendingAgain] = useCommand(SendNoticeAgainDocument, { success, failure: (text) => text })
  const isAgain = (state === 'FAILED' || state === 'UNKNOWN') && messageId
  if (!isAgain && state !== 'NOT_SENT') return null
  const label = isAgain ? t`Send the message to the family of ${name} again` : t`Send a message to the family of ${name}`
  return (
    <Tooltip text={label}>
      <IconButton
        aria-label={label}
        loading={sending || sendingAgain}
        onClick={() => void (isAgain ? again({ schoolId, input: { id: messageId } }) : send({ schoolId, input: { studentId } }))}
      >
        <SendIcon />
      </IconButton>
    </Tooltip>
  )
}
