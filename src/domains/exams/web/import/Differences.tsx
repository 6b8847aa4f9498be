import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Cell, HeadCell, Table, TableScroll } from '#ui/kit/Table.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'
import type { Difference } from './scoreFile.ts'
import styles from './Differences.module.css'

interface DifferencesProps {
  differences: readonly Difference[]
  /** Keys of the cells in which the file wins. */
  wins: ReadonlySet<string>
  onChange: (wins: ReadonlySet<string>) => void
}

/** The marks that stand with another value than in the file, each with the choice. */
export function Differences({ differences, wins, onChange }: DifferencesProps) {
  if (differences.length === 0) return null
  function choose(key: string, choice: 'stored' | 'file') {
    const next = new Set(wins)
    if (choice === 'file') next.add(key)
    else next.delete(key)
    onChange(next)
  }
  const kept = differences.filter(({ key }) => !wins.has(key)).length
  return (
    <section aria-label={t`Marks that differ`} className={styles.box}>
      <Alert
        kind="warning"
        title={plural(differences.length, {
          one: '# mark is entered already, with another value than in the file',
          other: '# marks are entered already, with other values than in the file',
        })}
        action={
          <Row gap={2} wrap>
            <Button size="small" onClick={() => onChange(new Set(differences.map(({ key }) => key)))}>
              <Trans>Use the file for all</Trans>
            </Button>
            <Button size="small" variant="quiet" onClick={() => onChange(new Set())}>
              <Trans>Keep all</Trans>
            </Button>
          </Row>
        }
      >
        {kept === 0
          ? t`All of them are replaced by those of the file.`
          : plural(kept, { one: '# of them stays as it is.', other: '# of them stay as they are.' })}
      </Alert>
      <TableScroll>
        <Table aria-label={t`Marks that differ`}>
          <thead>
            <tr>
              <HeadCell>{t`Student`}</HeadCell>
              <HeadCell>{t({ message: 'Mark', context: 'of an exam' })}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ key, student, label, stored, storedBy, value }) => (
              <tr key={key}>
                <Cell as="th" scope="row">
                  {student}
                  <Text as="div" size="small" tone="quiet">
                    {t`${label}, entered by ${storedBy}`}
                  </Text>
                </Cell>
                <Cell>
                  <ToggleGroup
                    value={wins.has(key) ? 'file' : 'stored'}
                    onChange={(choice: 'stored' | 'file') => choose(key, choice)}
                    aria-label={t`Mark of ${student}, ${label}`}
                  >
                    <Toggle value="stored">{t`Keep ${stored}`}</Toggle>
                    <Toggle value="file">{t`Use ${value}`}</Toggle>
                  </ToggleGroup>
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableScroll>
    </section>
  )
}
