import { t } from '@lingui/core/macro'
import { useController } from 'react-hook-form'
import { Checkbox } from '#ui/kit/Checkbox.tsx'
import { FieldHint, GroupLabel } from '#ui/kit/Field.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import type { PeriodSection } from './periods.ts'
import { incompleteText, sectionTitle } from './resultTexts.ts'
import type { SectionRun } from './usePublishing.ts'
import styles from './SectionsField.module.css'

interface SectionsFieldProps {
  sections: readonly PeriodSection[]
  /** State of each section of the run, by section id. */
  runs: ReadonlyMap<string, SectionRun>
  disabled: boolean
}

/** Which sections are published: single ones, or all of a class. */
export function SectionsField({ sections, runs, disabled }: SectionsFieldProps) {
  const { field, fieldState } = useController({ name: 'sectionIds' })
  const chosen = new Set<string>(field.value as string[])
  const isDone = (id: string) => runs.get(id)?.state === 'DONE'
  const choose = (ids: readonly string[], checked: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (checked) next.add(id)
      else next.delete(id)
    }
    field.onChange(sections.map(({ standing }) => standing.sectionId).filter((id) => next.has(id)))
  }
  const byClass = [...Map.groupBy(sections, ({ standing }) => standing.classId).values()]
  return (
    <fieldset className={styles.field} disabled={disabled}>
      <GroupLabel as="legend" required>{t`Sections`}</GroupLabel>
      <div className={styles.classes}>
        {byClass.map((members) => {
          const ids = members.map(({ standing }) => standing.sectionId).filter((id) => !isDone(id))
          const count = ids.filter((id) => chosen.has(id)).length
          const className = members[0]?.standing.className ?? ''
          return (
            <div key={className}>
              {members.length > 1 && ids.length > 0 && (
                <Checkbox
                  label={t`Class ${className}`}
                  checked={count === ids.length}
                  indeterminate={count > 0 && count < ids.length}
                  onChange={({ target }) => choose(ids, target.checked)}
                  className={styles.class}
                />
              )}
              {members.map((section) => (
                <SectionBox
                  key={section.standing.sectionId}
                  section={section}
                  run={runs.get(section.standing.sectionId)}
                  checked={chosen.has(section.standing.sectionId)}
                  onChange={(checked) => choose([section.standing.sectionId], checked)}
                  isInner={members.length > 1}
                />
              ))}
            </div>
          )
        })}
      </div>
      {fieldState.error?.message && <FieldHint error>{fieldState.error.message}</FieldHint>}
    </fieldset>
  )
}

interface SectionBoxProps {
  section: PeriodSection
  run: SectionRun | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  isInner: boolean
}

function SectionBox({ section: { standing, period }, run, checked, onChange, isInner }: SectionBoxProps) {
  return (
    <div className={isInner ? styles.inner : styles.box}>
      <Checkbox
        label={
          <>
            {sectionTitle(standing)}{' '}
            <span className={styles.note}>
              {[incompleteText(period, standing.students), !period.started && t`No marks yet`].filter(Boolean).join(' · ')}
            </span>
          </>
        }
        checked={checked && run?.state !== 'DONE'}
        disabled={run?.state === 'DONE'}
        onChange={({ target }) => onChange(target.checked)}
      />
      {run && <Outcome run={run} />}
    </div>
  )
}

function Outcome({ run: { state, text } }: { run: SectionRun }) {
  if (state === 'WAITING') return <StateChip state="PENDING" label={t`Waiting`} />
  if (state === 'RUNNING') return <StateChip state="SENDING" label={t`Being published`} />
  if (state === 'DONE') return <StateChip state="DONE" label={text} />
  return (
    <FieldHint error role="alert">
      {text}
    </FieldHint>
  )
}
