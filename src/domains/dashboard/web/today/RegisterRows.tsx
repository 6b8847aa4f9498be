import { plural, t } from '@lingui/core/macro'
import { mayAskAgain, showTime } from '#domains/attendance/web/today.exports.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { Button } from '#ui/kit/Button.tsx'
import { NotificationsOnIcon } from '#ui/kit/icons.ts'
import { useCommand } from '#ui/useCommand.ts'
import { Call, NeedRow, NeedRows } from './NeedRows.tsx'
import { NudgeRegistersDocument } from './today.graphql.ts'
import { registerName, registerOf, registerPage, type Today, type TodaysAttendance } from './useToday.ts'

type Register = TodaysAttendance['notTaken'][number]

/** The registers that are due and not taken: each is asked for with one tap, or its teacher is called. */
export function RegisterRows({ attendance: { notTaken }, today }: { attendance: TodaysAttendance; today: Today }) {
  const mayNudge = today.viewerCan.nudge.allowed
  const askable = mayNudge ? notTaken.filter(isAskable) : []
  return (
    <NeedRows rows={notTaken} label={t`Registers not taken`} action={askable.length > 1 && <NudgeAll registers={askable} />}>
      {(register) => (
        <RegisterRow
          key={Object.values(registerOf(register)).join(' ')}
          register={register}
          day={today.day}
          mayNudge={mayNudge}
        />
      )}
    </NeedRows>
  )
}

/** Whether a teacher gets notifications, and nobody has just asked. */
function isAskable({ teachers, askedAt }: Register): boolean {
  return teachers.some(({ hasDevice }) => hasDevice) && (!askedAt || mayAskAgain(askedAt, new Date()))
}

function RegisterRow({ register, day, mayNudge }: { register: Register; day: string; mayNudge: boolean }) {
  const { schoolId } = useActiveSchool()
  const name = registerName(register)
  const [nudge, nudging] = useCommand(NudgeRegistersDocument, {
    success: t`Asked for the register of ${name}`,
    failure: (text) => text,
  })
  const { teachers, askedAt } = register
  const [first] = teachers
  const who = teachers.map((teacher) => teacher.name).join(', ') || t`no teacher is assigned`
  const asked = askedAt ? t`asked at ${showTime(askedAt)}` : ''
  const isReachable = teachers.some(({ hasDevice }) => hasDevice)
  return (
    <NeedRow
      title={name}
      to={registerPage(register, day)}
      detail={[who, asked || (mayNudge && first && !isReachable ? t`no notifications on a phone` : '')]
        .filter(Boolean)
        .join(' · ')}
    >
      {mayNudge && first && <Call name={first.name} phone={first.phone} />}
      {mayNudge && isAskable(register) && (
        <Button
          size="small"
          icon={<NotificationsOnIcon size={16} />}
          loading={nudging}
          aria-label={askedAt ? t`Ask again for ${name}` : t`Ask for ${name}`}
          onClick={() => void nudge({ schoolId, input: { registers: [registerOf(register)] } })}
        >
          {askedAt ? t`Ask again` : t`Ask`}
        </Button>
      )}
    </NeedRow>
  )
}

function NudgeAll({ registers }: { registers: readonly Register[] }) {
  const { schoolId } = useActiveSchool()
  const [nudge, nudging] = useCommand(NudgeRegistersDocument, {
    success: ({ nudgeRegisters: count }) => plural(count, { one: 'Asked for # register', other: 'Asked for # registers' }),
    failure: (text) => text,
  })
  const count = registers.length
  return (
    <Button
      size="small"
      icon={<NotificationsOnIcon size={16} />}
      loading={nudging}
      onClick={() => void nudge({ schoolId, input: { registers: registers.map(registerOf) } })}
    >
      {t`Ask for all ${count}`}
    </Button>
  )
}
