import { useQuery } from '#ui/data/useQuery.ts'
import CheckIcon from '@mui/icons-material/CheckCircle'
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import MuiLink from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Link } from 'react-router'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import { SetupDocument, type SetupQuery } from './setup.graphql.ts'
import { gapAddress, stepTexts } from './steps.ts'
import { useHideSetup } from './useHideSetup.ts'

type Step = SetupQuery['setup']['steps'][number]

/** /setup: the set-up steps of a school. Each lists what is missing and links to its screen. */
export default function SetupScreen() {
  const { schoolId, school } = useActiveSchool()
  const { data, error, refetch } = useQuery(SetupDocument, { variables: { schoolId } })
  const steps = data?.setup.steps
  return (
    <PageLayout title="Set-up" context={`What ${school.name} needs before its first day`}>
      {!data || !steps ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState lines={10} />
        )
      ) : (
        <>
          <Progress steps={steps} />
          <Box
            component="ol"
            sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexDirection: 'column', gap: 1.5, maxWidth: 880 }}
          >
            {steps.map((step, index) => (
              <StepCard
                key={step.step}
                step={step}
                number={index + 1}
                next={step === steps.find((candidate) => !candidate.done)}
              />
            ))}
          </Box>
          {(data.setup.hidden || steps.some((step) => !step.done)) && <Hiding hidden={data.setup.hidden} />}
        </>
      )}
    </PageLayout>
  )
}

function Progress({ steps }: { steps: readonly Step[] }) {
  const labelId = useId()
  const done = steps.filter((step) => step.done).length
  return (
    <Box sx={{ maxWidth: 880 }}>
      <Typography id={labelId} role="status" sx={{ mb: 0.5, fontWeight: 600 }}>
        {done === steps.length ? 'Everything is set up' : `${done} of ${steps.length} steps are done`}
      </Typography>
      <LinearProgress variant="determinate" value={(100 * done) / steps.length} aria-labelledby={labelId} />
    </Box>
  )
}

/** Shows one step. The next step has a button that starts it. */
function StepCard({ step: { step, done, facts, missing }, number, next }: { step: Step; number: number; next: boolean }) {
  const titleId = useId()
  const { title, about, action, to } = stepTexts[step]
  return (
    <Paper
      component="li"
      variant="outlined"
      aria-labelledby={titleId}
      {...(next ? { 'aria-current': 'step' as const } : {})}
      sx={{ display: 'flex', gap: 1.5, px: 2, py: 1.5, ...(next ? { borderColor: 'primary.main' } : {}) }}
    >
      {done ? <CheckIcon color="success" titleAccess="Done" /> : <OpenIcon color="disabled" titleAccess="Open" />}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
          <Typography variant="h2" id={titleId} sx={done ? { color: 'text.secondary', fontWeight: 500 } : {}}>
            {`${number}. ${title}`}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {facts}
          </Typography>
        </Box>
        {!done && <Typography sx={{ color: 'text.secondary' }}>{about}</Typography>}
        {missing.length > 0 && (
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, '& > li': { py: 0.25 } }}>
            {missing.map(({ gap, text, optional }) => (
              <li key={gap}>
                <MuiLink component={Link} to={gapAddress[gap]} {...(optional ? { color: 'text.secondary' } : {})}>
                  {text}
                </MuiLink>
              </li>
            ))}
          </Box>
        )}
        {next && (
          <Button variant="contained" component={Link} to={to} sx={{ mt: 1.5 }}>
            {action}
          </Button>
        )}
      </Box>
    </Paper>
  )
}

function Hiding({ hidden }: { hidden: boolean }) {
  const [setHidden, running] = useHideSetup()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
      <Typography variant="body2">
        {hidden ? 'The set-up is hidden on the dashboard.' : 'The dashboard shows the set-up until all steps are done.'}
      </Typography>
      <Button size="small" loading={running} onClick={() => void setHidden(!hidden)}>
        {hidden ? 'Show on the dashboard' : 'Hide on the dashboard'}
      </Button>
    </Box>
  )
}
