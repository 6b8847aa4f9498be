import { useQuery } from '#ui/data/useQuery.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { SetupDocument } from './setup.graphql.ts'
import { stepTexts } from './steps.ts'
import { useHideSetup } from './useHideSetup.ts'

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
  const missing = next.missing.find((item) => !item.optional)?.text
  return (
    <Alert
      severity="info"
      role="region"
      aria-label="Set-up"
      sx={{ flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 200px' } }}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button color="inherit" size="small" loading={running} onClick={() => void setHidden(true)}>
            Do not show again
          </Button>
          <Button variant="contained" size="small" component={Link} to={setupAddress}>
            Continue
          </Button>
        </Box>
      }
    >
      <strong>{`Set-up: ${done} of ${steps.length}`}</strong>
      {` · Next: ${stepTexts[next.step].title}${missing ? `. ${missing}.` : ''}`}
    </Alert>
  )
}
