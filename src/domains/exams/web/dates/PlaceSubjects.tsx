import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { type Day, isDay, parseTime } from '#shared/dates.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'
import { DateField } from '#ui/kit/DateField.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { TextField } from '#ui/kit/TextField.tsx'
import type { ExamClass } from './ExamFormScreen.tsx'
import { type FormPaper, placeSubjects } from './placeSubjects.ts'
import styles from './PlaceSubjects.module.css'

interface PlaceSubjectsProps {
  classes: readonly ExamClass[]
  papers: readonly FormPaper[]
  term: { first: Day; last: Day }
  holidays: readonly Day[]
  onPlaced: (papers: FormPaper[]) => void
}

/** Places the subjects of chosen classes on school days, one a day. */
export function PlaceSubjects({ classes, papers, term, holidays, onPlaced }: PlaceSubjectsProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [first, setFirst] = useState('')
  const [starts, setStarts] = useState('10:00')
  const [ends, setEnds] = useState('13:00')
  const [gap, setGap] = useState('0')
  const times = [parseTime(starts)?.slice(0, 5), parseTime(ends)?.slice(0, 5)] as const
  const isReady = isDay(first) && first >= term.first && first <= term.last && times[0] && times[1] && times[0] < times[1]
  const placed = isReady
    ? placeSubjects(
        classes.filter(({ id }) => chosen.has(id)),
        papers,
        {
          first,
          last: term.last,
          starts: times[0] ?? '',
          ends: times[1] ?? '',
          holidays: new Set(holidays),
          gap: Math.min(Math.max(Number.parseInt(gap, 10) || 0, 0), 30),
        },
      )
    : []
  const toggle = (ids: readonly string[], on: boolean) =>
    setChosen((before) => {
      const next = new Set(before)
      for (const id of ids) {
        if (on) next.add(id)
        else next.delete(id)
      }
      return next
    })
  const all = classes.map(({ id }) => id)
  return (
    <fieldset className={styles.box}>
      <legend className={styles.legend}>
        <Trans>Place the subjects of classes on days</Trans>
      </legend>
      <Row gap={3} wrap>
        <Checkbox
          label={t`All classes`}
          checked={all.length > 0 && chosen.size === all.length}
          indeterminate={chosen.size > 0 && chosen.size < all.length}
          onChange={({ target }) => toggle(all, target.checked)}
        />
        {classes.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={t`Class ${name}`}
            checked={chosen.has(id)}
            onChange={({ target }) => toggle([id], target.checked)}
          />
        ))}
      </Row>
      <div className={styles.fields}>
        <DateField label={t`First day`} value={first} onChange={setFirst} min={term.first} max={term.last} />
        <TextField label={t`From`} value={starts} autoComplete="off" onChange={({ target }) => setStarts(target.value)} />
        <TextField
          label={t({ message: 'To', context: 'a time' })}
          value={ends}
          autoComplete="off"
          onChange={({ target }) => setEnds(target.value)}
        />
        <TextField
          label={t`Free days between`}
          inputMode="numeric"
          value={gap}
          autoComplete="off"
          onChange={({ target }) => setGap(target.value)}
        />
      </div>
      <Row gap={3} align="center" wrap>
        <Button disabled={placed.length === 0} onClick={() => onPlaced(placed)}>
          {plural(placed.length, { 0: 'Place subjects', one: 'Place # subject', other: 'Place # subjects' })}
        </Button>
        <Text as="span" size="small" tone="quiet">
          <Trans>One a day, without Sundays and holidays. Each paper can be changed afterwards.</Trans>
        </Text>
      </Row>
    </fieldset>
  )
}
