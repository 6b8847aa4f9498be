import ArrowForwardIcon from '@mui/icons-material/ArrowForward'
import PhoneIcon from '@mui/icons-material/PhoneOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ReactNode, Suspense } from 'react'
import { type Paise, showMoney } from '#shared/money.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { StateChip } from '#ui/StateChip.tsx'
import { accountActions } from '../accountActions.exports.ts'
import type { CounterAccountFactsFragment } from './collectFees.graphql.ts'
import { KeyCap } from './KeyCap.tsx'

/** Number of siblings with a digit key; the others are opened by a click. */
export const siblingKeyCount = 9

export interface AccountHeaderProps {
  account: CounterAccountFactsFragment
  termId: string
  showRegisterNo: boolean
  onSibling: (studentId: string) => void
}

/** The student, the sums of the account, and the siblings. */
export function AccountHeader({ account, termId, showRegisterNo, onSibling }: AccountHeaderProps) {
  const { school } = useActiveSchool()
  const { student, siblings, total } = account
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 3, rowGap: 1 }}>
      <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
          <Typography variant="h2" sx={{ fontSize: '1.25rem' }}>
            {student.name}
          </Typography>
          <Typography component="span" sx={{ fontSize: '1.125rem' }}>
            {student.sectionName}
          </Typography>
          {student.disabled && <StateChip state="Disabled" />}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, color: 'text.secondary' }}>
          <span>roll {student.roll}</span>
          {showRegisterNo && student.registerNo !== '' && <span>register no. {student.registerNo}</span>}
          {student.phone !== defaultPhone && (
            <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
              <PhoneIcon titleAccess="Phone" sx={{ fontSize: 16 }} />
              {student.phone}
            </Box>
          )}
          <Suspense>
            {accountActions().map(
              ({ flag, Button: ActionButton }) =>
                school.flags[flag] && <ActionButton key={flag} studentId={student.id} termId={termId} />,
            )}
          </Suspense>
        </Box>
      </Box>
      <Box
        component="dl"
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: { xs: 2, sm: 3 }, m: 0, textAlign: { sm: 'right' } }}
      >
        <Sum name="Collected" amount={total.collected} />
        {total.clearing > 0 && <Sum name="Clearing" amount={total.clearing} />}
        {total.discount > 0 && <Sum name="Discount" amount={total.discount} />}
        <Sum name="Total pending" amount={total.pending} strong />
      </Box>
      {siblings.length > 0 && (
        <Box
          component="section"
          aria-label="Siblings"
          sx={{ flexBasis: '100%', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}
        >
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Siblings
          </Typography>
          {siblings.map((sibling, index) => (
            <Button
              key={sibling.id}
              size="small"
              variant="outlined"
              color={sibling.pending > 0 ? 'primary' : 'inherit'}
              endIcon={index < siblingKeyCount ? <KeyCap>{String(index + 1)}</KeyCap> : <ArrowForwardIcon />}
              onClick={() => onSibling(sibling.id)}
            >
              {sibling.name} {sibling.sectionName} (
              {sibling.pending > 0 ? `${showMoney(sibling.pending)} pending` : 'nothing pending'})
            </Button>
          ))}
        </Box>
      )}
    </Box>
  )
}

function Sum({ name, amount, strong = false }: { name: string; amount: Paise; strong?: boolean }): ReactNode {
  return (
    <div>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {name}
      </Typography>
      <Typography
        component="dd"
        sx={{ m: 0, ...(strong ? { fontWeight: 700, fontSize: '1.25rem', lineHeight: 1.3 } : { fontSize: '1rem' }) }}
      >
        {showMoney(amount)}
      </Typography>
    </div>
  )
}
