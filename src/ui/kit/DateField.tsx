import { t } from '@lingui/core/macro'
import { type Ref, useId, useRef, useState } from 'react'
import { type Day, isDay, showDay } from '#shared/dates.ts'
import { parseDayInput } from './dayInput.ts'
import { controlProps, FieldFrame, type FieldFrameProps, splitFieldProps } from './Field.tsx'
import { CalendarIcon } from './icons.ts'
import styles from './DateField.module.css'
import fieldStyles from './Field.module.css'

/** A day, '' for none, or `invalid` while the text is not a day. */
export type DayValue = string

export interface DateFieldProps extends FieldFrameProps {
  id?: string
  name?: string
  value: DayValue
  onChange: (value: DayValue) => void
  min?: Day | undefined
  max?: Day | undefined
  /** What an empty field says; by default how a day is written. */
  placeholder?: string | undefined
  inputRef?: Ref<HTMLInputElement> | undefined
  onBlur?: (() => void) | undefined
}

/**
 * A day, shown as DD MMM YYYY. It is typed as people write it (see `parseDayInput`), or chosen in the browser's own
 * calendar, which a phone shows as its wheel.
 */
export function DateField(props: DateFieldProps) {
  const ownId = useId()
  const { frame, control } = splitFieldProps(props)
  const { id = ownId, name, value, onChange, min, max, placeholder = t`DD MMM YYYY`, inputRef, onBlur } = control
  const [draft, setDraft] = useState<string | null>(null)
  const calendar = useRef<HTMLInputElement>(null)
  const day = isDay(value) ? value : ''
  // What was typed stays as it is until the field is left, and longer if it is no day.
  const read = (text: string): DayValue => (text.trim() === '' ? '' : (parseDayInput(text) ?? 'invalid'))
  const shown = draft !== null && read(draft) === value ? draft : day && showDay(day)
  return (
    <FieldFrame {...frame} id={id}>
      <div className={fieldStyles.box}>
        <input
          {...controlProps(id, frame)}
          ref={inputRef}
          name={name}
          value={shown}
          placeholder={placeholder}
          autoComplete="off"
          onChange={({ target }) => {
            setDraft(target.value)
            onChange(read(target.value))
          }}
          onBlur={() => {
            if (value !== 'invalid') setDraft(null)
            onBlur?.()
          }}
          className={fieldStyles.control}
        />
        <span className={styles.calendar}>
          <button
            type="button"
            aria-label={typeof frame.label === 'string' ? t`Choose ${frame.label} in a calendar` : t`Choose a day in a calendar`}
            disabled={frame.disabled}
            onClick={() => calendar.current?.showPicker()}
            className={styles.button}
          >
            <CalendarIcon size={18} />
          </button>
          <input
            ref={calendar}
            type="date"
            value={day}
            min={min}
            max={max}
            tabIndex={-1}
            aria-hidden
            onChange={({ target }) => {
              setDraft(null)
              onChange(isDay(target.value) ? target.value : '')
            }}
            className={styles.native}
          />
        </span>
      </div>
    </FieldFrame>
  )
}
