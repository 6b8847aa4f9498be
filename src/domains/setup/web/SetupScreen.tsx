import { useQuery } from '#ui/data/useQuery.ts'
import CheckIcon from '@mui/icons-material/CheckCircle'
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked'
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
import styles from './SetupScreen.module.css'

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
          <ol className={styles.list}>
            {steps.map((step, index) => (
              <StepCard
                key={step.step}
                step={step}
                number={index + 1}
                next={step === steps.find((candidate) => !candidate.done)}
              />
            ))}
          </ol>
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
    <div className={styles.box}>
      <Typography id={labelId} role="status" className={styles.text}>
        {done === steps.length ? 'Everything is set up' : `${done} of ${steps.length} steps are done`}
      </Typography>
      <LinearProgress variant="determinate" value={(100 * done) / steps.length} aria-labelledby={labelId} />
    </div>
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
      <div className={styles.fill}>
        <div className={styles.row}>
          <Typography variant="h2" id={titleId} className={done ? styles.hint : undefined}>
            {`${number}. ${title}`}
          </Typography>
          <Typography variant="body2" className={styles.muted}>
            {facts}
          </Typography>
        </div>
        {!done && <Typography className={styles.muted}>{about}</Typography>}
        {missing.length > 0 && (
          <ul className={styles.stepCardList}>
            {missing.map(({ gap, text, optional }) => (
              <li key={gap}>
                <MuiLink component={Link} to={gapAddress[gap]} {...(optional ? { color: 'text.secondary' } : {})}>
                  {text}
                </MuiLink>
              </li>
            ))}
          </ul>
        )}
        {next && (
          <Button variant="contained" component={Link} to={to} className={styles.spaced}>
            {action}
          </Button>
        )}
      </div>
    </Paper>
  )
}

function Hiding({ hidden }: { hidden: boolean }) {
  const [setHidden, running] = useHideSetup()
  return (
    <div className={styles.hidingRow}>
      <Typography variant="body2">
        {hidden ? 'The set-up is hidden on the dashboard.' : 'The dashboard shows the set-up until all steps are done.'}
      </Typography>
      <Button size="small" loading={running} onClick={() => void setHidden(!hidden)}>
        {hidden ? 'Show on the dashboard' : 'Hide on the dashboard'}
      </Button>
    </div>
  )
}
