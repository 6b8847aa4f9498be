import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useId } from 'react'
import { Link } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import { SetupDocument, type SetupQuery } from './setup.graphql.ts'
import { gapAddress, stepTexts } from './steps.ts'
import { useHideSetup } from './useHideSetup.ts'
import styles from './SetupScreen.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { Progress } from '#ui/kit/Progress.tsx'
import { DoneIcon, ToDoIcon } from '#ui/kit/icons.ts'
import { Link as KitLink } from '#ui/kit/Link.tsx'
import { classes } from '#ui/kit/classes.ts'

type Step = SetupQuery['setup']['steps'][number]

/** /setup: the set-up steps of a school. Each lists what is missing and links to its screen. */
export default function SetupScreen() {
  const { schoolId, school } = useActiveSchool()
  const { data, error, refetch } = useQuery(SetupDocument, { variables: { schoolId } })
  const steps = data?.setup.steps
  return (
    <PageLayout title={t`Set-up`} context={t`What ${school.name} needs before its first day`}>
      {!data || !steps ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState lines={10} />
        )
      ) : (
        <>
          <SetupProgress steps={steps} />
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

function SetupProgress({ steps }: { steps: readonly Step[] }) {
  const labelId = useId()
  const done = steps.filter((step) => step.done).length
  return (
    <div className={styles.box}>
      <Text id={labelId} role="status" className={styles.text}>
        {done === steps.length ? t`Everything is set up` : t`${done} of ${steps.length} steps are done`}
      </Text>
      <Progress value={(100 * done) / steps.length} aria-labelledby={labelId} />
    </div>
  )
}

/** Shows one step. The next step has a button that starts it. */
function StepCard({ step: { step, done, facts, missing }, number, next }: { step: Step; number: number; next: boolean }) {
  const titleId = useId()
  const { title, about, action, to } = stepTexts[step]
  return (
    <li
      aria-labelledby={titleId}
      {...(next ? { 'aria-current': 'step' as const } : {})}
      className={classes(styles.step, next && styles.next)}
    >
      {done ? (
        <DoneIcon color="var(--paid)" role="img" aria-label={t({ message: 'Done', context: 'a state' })} />
      ) : (
        <ToDoIcon color="var(--ink-3)" role="img" aria-label={t({ message: 'Open', context: 'a step that is not done' })} />
      )}
      <div className={styles.fill}>
        <div className={styles.row}>
          <Heading level={2} id={titleId} className={done ? styles.hint : undefined}>
            {`${number}. ${title}`}
          </Heading>
          <Text tone="quiet" size="small">
            {facts}
          </Text>
        </div>
        {!done && <Text tone="quiet">{about}</Text>}
        {missing.length > 0 && (
          <ul className={styles.stepCardList}>
            {missing.map(({ gap, text, optional }) => (
              <li key={gap}>
                <KitLink as={Link} to={gapAddress[gap]} className={optional ? styles.hint : undefined}>
                  {text}
                </KitLink>
              </li>
            ))}
          </ul>
        )}
        {next && (
          <Button variant="primary" as={Link} to={to} className={styles.spaced}>
            {action}
          </Button>
        )}
      </div>
    </li>
  )
}

function Hiding({ hidden }: { hidden: boolean }) {
  const [setHidden, running] = useHideSetup()
  return (
    <div className={styles.hidingRow}>
      <Text size="small">
        {hidden ? t`The set-up is hidden on the dashboard.` : t`The dashboard shows the set-up until all steps are done.`}
      </Text>
      <Button variant="quiet" size="small" loading={running} onClick={() => void setHidden(!hidden)}>
        {hidden ? t`Show on the dashboard` : t`Hide on the dashboard`}
      </Button>
    </div>
  )
}
