import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { setFieldErrors } from '#ui/forms/useCommandForm.ts'
import { TextField } from '#ui/forms/TextField.tsx'
import { useOutbox } from '#ui/outbox/useOutbox.ts'
import { booksProgressKind } from '../outboxKinds.ts'
import type { EndedBook } from '../liveSession.ts'
import { type ProgressForm, progressForm, pagesRead } from './progressForm.ts'
import styles from './BooksProgress.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

/** Asks after the lecture how far each book was read (specification, section 2, Enter Books Progress). */
export function BooksProgress({ books, label, onDone }: { books: EndedBook[]; label: string; onDone: () => void }) {
  const outbox = useOutbox()
  const [saving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(progressForm),
    defaultValues: {
      progress: books.map(({ bookId, attId, lastTo }) => ({
        bookId,
        attId,
        from: lastTo > 0 ? String(lastTo) : '',
        to: '',
        comment: '',
      })),
    },
    mode: 'onTouched',
  })

  const save = form.handleSubmit(async ({ progress }) => {
    setSaving(true)
    setRefusal(null)
    try {
      const input = {
        progress: progress.map((entry) => ({ ...entry, attId: String(entry.attId), bookId: String(entry.bookId) })),
      }
      const sent = await outbox.send(booksProgressKind, input, t`Books of ${label}`)
      if (sent.state !== 'refused') return onDone()
      await outbox.discard(sent.key)
      setRefusal(setFieldErrors(form, sent.failure))
    } finally {
      setSaving(false)
    }
  })

  return (
    <Dialog title={t`Enter Books Progress`}>
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => void save(event)} className={styles.form}>
          <DialogBody className={styles.content}>
            {books.map((book, place) => (
              <BookFields key={`${book.attId} ${book.bookId}`} book={book} place={place} />
            ))}
            {refusal !== null && <Alert kind="error">{refusal}</Alert>}
          </DialogBody>
          <DialogActions>
            <Button variant="quiet" onClick={onDone} disabled={saving}>
              <Trans>Skip</Trans>
            </Button>
            <Button type="submit" variant="primary" loading={saving}>
              <Trans>Continue</Trans>
            </Button>
          </DialogActions>
        </form>
      </FormProvider>
    </Dialog>
  )
}

function BookFields({ book, place }: { book: EndedBook; place: number }) {
  const headingId = useId()
  const [from, to] = useWatch<ProgressForm, [`progress.${number}.from`, `progress.${number}.to`]>({
    name: [`progress.${place}.from`, `progress.${place}.to`],
  })
  const pages = pagesRead(from, to)
  return (
    <div role="group" aria-labelledby={headingId}>
      <Heading level={3} id={headingId}>
        {book.name}
      </Heading>
      <Text size="small" className={styles.hint}>
        {[
          book.pages > 0 ? plural(book.pages, { one: '# page', other: '# pages' }) : '',
          book.lastTo > 0 ? t`read to page ${book.lastTo}` : t`not begun yet`,
          pages === null ? '' : t`${pages} in this lecture`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <div className={styles.grid}>
        <TextField
          name={`progress.${place}.from`}
          label={t`From`}
          required
          inputMode="numeric"
          autoComplete="off"
          autoFocus={place === 0 && book.lastTo === 0}
        />
        <TextField
          name={`progress.${place}.to`}
          label={t`To`}
          required
          inputMode="numeric"
          autoComplete="off"
          autoFocus={place === 0 && book.lastTo > 0}
        />
        <div className={styles.box}>
          <TextField name={`progress.${place}.comment`} label={t`Comment`} lines={1} />
        </div>
      </div>
    </div>
  )
}
