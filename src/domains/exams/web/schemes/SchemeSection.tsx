import { plural } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { get, useFormState } from 'react-hook-form'
import { Button } from '#ui/kit/Button.tsx'
import { Chip } from '#ui/kit/Chip.tsx'
import { Disclosure } from '#ui/kit/Disclosure.tsx'
import { FieldHint } from '#ui/kit/Field.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { AddIcon, DeleteIcon } from '#ui/kit/icons.ts'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { usePhone } from '#ui/kit/useMedia.ts'
import { messagesIn } from './schemeForm.ts'
import styles from './SchemeFields.module.css'

interface SchemeSectionProps {
  title: string
  hint?: string
  /** Fields of the scheme that stand in the section. A problem in one of them opens it. */
  of: readonly string[]
  /** Whether it is open on a phone from the start. */
  opened?: boolean
  children: ReactNode
}

/** A section of the form. On a phone it is folded, because the whole form is as long as twenty screens. */
export function SchemeSection({ title, hint, of, opened = false, children }: SchemeSectionProps) {
  const isPhone = usePhone()
  const [open, setOpen] = useState(opened)
  const { errors } = useFormState()
  const problems = of.flatMap((name) => messagesIn(get(errors, `content.${name}`))).length
  const content = (
    <>
      {hint && (
        <Text size="small" tone="quiet">
          {hint}
        </Text>
      )}
      {children}
    </>
  )
  return (
    <section aria-label={title} className={styles.part}>
      {isPhone ? (
        <Disclosure
          heading
          title={title}
          aside={problems > 0 && <Chip tone="bad" label={plural(problems, { one: '# to correct', other: '# to correct' })} />}
          open={open || problems > 0}
          onToggle={setOpen}
        >
          <div className={styles.part}>{content}</div>
        </Disclosure>
      ) : (
        <>
          <Heading level={2}>{title}</Heading>
          {content}
        </>
      )}
    </section>
  )
}

/** What is wrong with a list as a whole, such as a sum. */
export function ListProblem({ name }: { name: string }) {
  const { errors } = useFormState()
  const error = get(errors, name) as { message?: string; root?: { message?: string } } | undefined
  const message = error?.root?.message ?? error?.message
  return message ? <FieldHint error>{message}</FieldHint> : null
}

export function Remove({ label, onClick, disabled = false }: { label: string; onClick: () => void; disabled?: boolean }) {
  return (
    <IconButton aria-label={label} onClick={onClick} disabled={disabled} className={styles.remove}>
      <DeleteIcon size={18} />
    </IconButton>
  )
}

export function Add({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="small" icon={<AddIcon size={16} />} onClick={onClick} className={styles.add}>
      {label}
    </Button>
  )
}
